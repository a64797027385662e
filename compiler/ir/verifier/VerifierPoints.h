/// \file The verifier's checks of points (of sources and receivers) and of saved fields.
#pragma once

#include "ir/verifier/VerifierExpressions.h"

namespace stencilc::ir {

/// Checks `points` (of sources and receivers) and `saves` (fields saved to files). Each must refer
/// to a field that is kept between time steps. Points need a supported sinc width, and either a
/// file or coordinates along all axes. Precondition: all ids of stages are valid.
void checkPoints(const Program &program, const Broken &broken);

} // namespace stencilc::ir
