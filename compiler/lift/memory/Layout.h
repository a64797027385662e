/// \file Separates linear indices into one index for each axis: `A[i*N*M + j*N + k]` becomes
/// `A[i][j][k]`.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Replaces the linear index of every array, such as `i*M + j`, by one index for each axis, and
/// computes extents from the strides. Reports a diagnostic and returns false if an index does not
/// match the strides of its array.
bool separateIndices(Step &step, Diagnostics &diags);

} // namespace stencilc::lift
