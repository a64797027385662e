/// \file Tests whether one kernel can compute two time steps of a program in one sweep.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Checks whether one kernel can compute two time steps of the program in one sweep. Returns the
/// reason if it cannot.
plan::Fit fitTwoSteps(const analysis::Facts &facts);

/// Returns the index map at face `side` of `axis`: for each cell beyond the face, it gives the cell
/// of the grid with the same value. The first time step uses it for all updated fields.
/// Precondition: fitTwoSteps() has found that all fields have the same map there. Returns nullopt
/// if no updated field that is read there has an index map.
std::optional<analysis::IndexMap> mapBeyond(const analysis::Facts &facts, int axis, Side side);

} // namespace stencilc::schedules
