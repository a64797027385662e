/// \file Whether two steps of a program can be done on a tile, with the first one in shared memory.
#pragma once

#include "plan/Schedule.h"

namespace stencilc::schedules {

plan::Fit fitTwoSteps(const analysis::Facts &facts);

/// How cells that the first step computes beyond a face stand for cells of the grid, the same way
/// in all fields that the program updates; nothing where nobody's do.
std::optional<analysis::IndexMap> mapBeyond(const analysis::Facts &facts, int axis, Side side);

} // namespace stencilc::schedules
