/// \file Separates linear indices into one index for each axis: `A[i*N*M + j*N + k]` becomes
/// `A[i][j][k]`.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Replaces linear indices of all arrays by one index for each axis, and sets extents from strides.
/// Reports a diagnostic and returns false if an index matches none of its array's strides.
bool separateIndices(Step &step, Diagnostics &diags);

} // namespace stencilc::lift
