/// \file The verifier's checks of points and saves.
#pragma once

#include "ir/VerifierExpressions.h"

namespace stencilc::ir {

/// Checks `points` and `saves`: each refers to a field that is kept between steps. Points have
/// either coordinates along all axes or a file, and a supported sinc width. Precondition: all ids
/// of stages are valid.
void checkPoints(const Program &program, const Broken &broken);

} // namespace stencilc::ir
