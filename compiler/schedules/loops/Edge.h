/// \file Builds the CPU function that updates cells of a row near a face one by one.
#pragma once

#include "schedules/loops/LoopNest.h"

namespace stencilc::schedules {

/// Adds the CPU function `edgeT(g, uniforms, fields, xBegin, xEnd, y, z)` to `module`, and returns
/// its id. T is the name of a field. The function updates the cells xBegin to xEnd - 1 of the row
/// (y, z) one by one. Each of its reads applies the boundary condition. `kernel` is the kernel of
/// the program.
kernel::FunctionId lowerEdge(kernel::Module &module, const LoopNest &kernel);

} // namespace stencilc::schedules
