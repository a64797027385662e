/// \file Tests whether one kernel can compute two time steps of a program in one sweep.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Checks whether one kernel can compute two time steps of the program in one sweep. Returns the
/// reason if it cannot.
plan::Fit fitTwoSteps(const analysis::Facts &facts);

/// Returns the index map at face `side` of `axis`, which gives for each cell beyond the face the
/// cell of the grid with the same value. The first time step uses it for all updated fields, whose
/// index maps must be equal. Returns nullopt if no updated field is read there or needs an index
/// map.
std::optional<analysis::IndexMap> mapBeyond(const analysis::Facts &facts, int axis, Side side);

} // namespace stencilc::schedules
