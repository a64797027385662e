/// \file Replaces grid sizes by values that the host computes, along axes of which a kernel may see
/// only a part.
#pragma once

#include "ir/Program.h"

namespace stencilc::sema {

/// Replaces grid sizes in expressions by values that the host computes. A kernel that works on a
/// part of the domain sees a smaller grid, so its own size would be wrong. The replaced sizes are
/// that of the last axis if a field is periodic along it, and that of the second of three axes.
/// Axes whose positions are used keep their sizes, because kernels never work on a part of such an
/// axis.
ir::Program takeSizesFromHost(ir::Program program);

} // namespace stencilc::sema
