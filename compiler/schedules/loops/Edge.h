/// \file Function of schedule loops for cells of a row that are updated one by one, because reads
/// leave the grid or cells are frozen.
#pragma once

#include "schedules/loops/LoopNest.h"

namespace stencilc::schedules {

/// Adds `edgeT(g, uniforms, fields, xBegin, xEnd, y, z)`, which updates cells [xBegin, xEnd) of a
/// row.
kernel::FunctionId lowerEdge(kernel::Module &module, const LoopNest &kernel);

} // namespace stencilc::schedules
