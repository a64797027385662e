/// \file Splits an array with an index that is always a number into one array for each number.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// Replaces an array such as `f[9][NY][NX]` by `f0` to `f8`, if no loop of the step runs along that
/// index. Indices must have been separated by `separateIndices`.
void splitComponents(Step &step);

} // namespace stencilc::lift
