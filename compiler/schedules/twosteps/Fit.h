/// \file Tests whether one kernel can compute two time steps of a program in one sweep.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

plan::Fit fitTwoSteps(const analysis::Facts &facts);

/// Returns the index map (from cells beyond a face to cells of the grid) for cells that the first
/// time step computes beyond a face. It must be the same for all updated fields. Returns nullopt if
/// no field needs one.
std::optional<analysis::IndexMap> mapBeyond(const analysis::Facts &facts, int axis, Side side);

} // namespace stencilc::schedules
