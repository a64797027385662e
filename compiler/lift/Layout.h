/// \file Linear indices taken apart: `A[i*N*M + j*N + k]` becomes A[i][j][k].
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Gives every array as many indices as it has axes, and its extents where strides tell them. False
/// if an index fits no strides, which has been reported.
bool separateIndices(Step &step, Diagnostics &diags);

} // namespace stencilc::lift
