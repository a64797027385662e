/// \file Doubt: the relative error by which the predicted cost of a plan may be too low.
///
/// The planner ranks plans by expected cost, which is the predicted cost times 1 + doubt. A plan
/// whose prediction is less reliable must therefore promise more. The doubts are typical errors of
/// predictions (bench/log/planner). They are larger where a prediction depends on code that the
/// compiler generates from many fields, and on grids that do not fill the machine.
#pragma once

#include "analysis/Facts.h"
#include "plan/interface/Plan.h"

namespace stencilc::plan {

/// Returns the doubt of `plan`, the relative error by which its predicted cost is typically too
/// low. It is at least 0. For example, 0.1 means that the real cost may be 10% higher.
double doubtOf(const analysis::Facts &facts, const Plan &plan);

/// Returns the expected cost by which plans are ranked, in seconds per 1e9 cell updates. It is
/// `plan.cost` * (1 + doubt). The doubt is the relative error by which the predicted cost is
/// typically too low.
double expectedCost(const analysis::Facts &facts, const Plan &plan);

} // namespace stencilc::plan
