/// \file Splits a C array with an index that is always a number, such as `f[9][NY][NX]`, into one
/// array for each number.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// Replaces an array such as `f[9][NY][NX]` by arrays `f0` to `f8`, if its first index is a number
/// in all accesses. Treats the last index in the same way. Precondition: each array has one index
/// for each axis, as separateIndices() ensures.
void splitComponents(Step &step);

} // namespace stencilc::lift
