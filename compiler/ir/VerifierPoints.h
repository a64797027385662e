/// \file The verifier's checks of points.
#pragma once

#include "ir/VerifierExpressions.h"

namespace stencilc::ir {

/// Checks `points`: places along all axes or a file, of a field that is kept between steps, with
/// weights that there are. Needs valid ids.
void checkPoints(const Program &program, const Broken &broken);

} // namespace stencilc::ir
