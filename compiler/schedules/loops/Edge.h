/// \file Builds the CPU function that updates cells of a row near a face one by one.
#pragma once

#include "schedules/loops/LoopNest.h"

namespace stencilc::schedules {

/// Adds the CPU function `edgeT(g, uniforms, fields, xBegin, xEnd, y, z)`, and returns its id. It
/// updates the cells xBegin to xEnd - 1 of a row near a face. Each of its reads applies the
/// boundary condition.
kernel::FunctionId lowerEdge(kernel::Module &module, const LoopNest &kernel);

} // namespace stencilc::schedules
