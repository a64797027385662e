/// \file Arrays whose first or last index is a number in all places become one array for each
/// number.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// `f[9][NY][NX]` becomes f0 to f8, if no loop of the step runs along that index. Indices are those
/// of `separateIndices`.
void splitComponents(Step &step);

} // namespace stencilc::lift
