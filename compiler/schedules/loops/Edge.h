/// \file Function of schedule loops for cells of a row that are updated one by one, because reads
/// leave the grid or cells are frozen.
#pragma once

#include "schedules/loops/LoopNest.h"

namespace stencilc::schedules {

/// Adds the CPU function `edgeT(g, uniforms, fields, xBegin, xEnd, y, z)`, which updates the cells
/// xBegin to xEnd - 1 of a row near a face. It applies the boundary to each read.
kernel::FunctionId lowerEdge(kernel::Module &module, const LoopNest &kernel);

} // namespace stencilc::schedules
