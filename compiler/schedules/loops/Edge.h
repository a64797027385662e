/// \file Cells of a row that are updated one by one, because reads leave the grid or they are
/// frozen.
#pragma once

#include "schedules/loops/LoopNest.h"

namespace stencilc::schedules {

/// `edgeT(g, uniforms, fields, xBegin, xEnd, y, z)`.
kernel::FunctionId lowerEdge(kernel::Module &module, const LoopNest &kernel);

} // namespace stencilc::schedules
