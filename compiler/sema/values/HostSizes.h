/// \file Replaces grid sizes in expressions by values that the host computes, because a kernel may
/// work on a part of the domain and see a smaller grid.
#pragma once

#include "ir/Program.h"

namespace stencilc::sema {

/// Replaces grid sizes in expressions by values that the host computes. A kernel that works on a
/// part of the domain sees a smaller grid, so its own size would be wrong. Two sizes are replaced:
/// that of the last axis, if a field is periodic along it, and that of the second of three axes. A
/// size is kept if the position along its axis occurs in an expression, because kernels then always
/// see the whole axis.
ir::Program takeSizesFromHost(ir::Program program);

} // namespace stencilc::sema
