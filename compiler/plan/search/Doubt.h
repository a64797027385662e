/// \file Doubt: how far the predicted cost of a plan may be too low.
///
/// The planner ranks plans by expected cost, which is the predicted cost times 1 + doubt. A plan
/// whose prediction is less reliable must therefore promise more. The doubts are typical errors of
/// predictions (bench/log/planner). They are larger where a prediction depends on code that the
/// compiler generates from many fields, and on grids that do not fill the machine.
#pragma once

#include "analysis/Facts.h"
#include "plan/interface/Plan.h"

namespace stencilc::plan {

/// Returns the relative error that the predicted cost of `plan` may have, from 0 on.
double doubtOf(const analysis::Facts &facts, const Plan &plan);

/// Returns the predicted cost of `plan` in seconds per 1e9 updates, times 1 + its doubt.
double expectedCost(const analysis::Facts &facts, const Plan &plan);

} // namespace stencilc::plan
