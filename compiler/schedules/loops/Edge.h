/// \file Builds the CPU function that updates cells of a row one by one, because their reads leave
/// the grid or some cells are frozen.
#pragma once

#include "schedules/loops/LoopNest.h"

namespace stencilc::schedules {

/// Adds the CPU function `edgeT(g, uniforms, fields, xBegin, xEnd, y, z)`, which updates the cells
/// xBegin to xEnd - 1 of a row near a face. It applies the boundary to each read.
kernel::FunctionId lowerEdge(kernel::Module &module, const LoopNest &kernel);

} // namespace stencilc::schedules
