/// \file The coordinate that stands for one beyond a face.
#pragma once

#include "kernel/Kernel.h"

namespace stencilc::schedules {

/// The function of the runtime that gives it, however far outside the grid a coordinate is.
kernel::Primitive mappingOf(ir::BoundaryKind kind);

} // namespace stencilc::schedules
