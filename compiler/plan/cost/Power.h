/// \file Energy of an update, and the sustained rate of long runs under the power limit of a GPU.
///
///     energy of an update = static power * its time + energy of its bytes and instructions
///     time of an update  >= energy of its bytes and instructions / (limit - static power)
///
/// A board that exceeds its limit lowers its clock, after a fraction of a second. Shorter runs are
/// bursts, and take the time that CostModel.h predicts.
#pragma once

#include "analysis/Facts.h"
#include "plan/cost/CostModel.h"

namespace stencilc::plan {

/// Returns the energy of one cell update in joules, without the static power of the board. Returns
/// 0 if the target's energies are not known.
double joulesOf(const Traffic &traffic, const Target &target);

/// Energy of a plan, and its time in runs of a second or longer.
struct Power {
  double burst = 0, keptUp = 0; // seconds per 1e9 updates: without and with the power limit
  double nanojoules = 0;        // of an update, at the sustained rate
  double watts = 0;             // of each device, at the sustained rate
  double limit = 0;             // of each device, in watts
  bool isLimited() const { return keptUp > burst; }
};

/// Computes the energy and the sustained rate of a plan. Returns nullopt on a CPU, or if the
/// target's energies are not known.
std::optional<Power> powerOf(const Plan &plan);

/// Returns true if the planned run takes at least a second with the cheapest of the plans from
/// `begin` to `end`. Returns false if its number of steps is not known.
bool isLongRun(const analysis::Facts &facts, std::vector<Plan>::const_iterator begin,
               std::vector<Plan>::const_iterator end);

/// Raises `plan.cost` to the time of long runs if the power limit of the board slows the plan.
/// `plan.burst` then keeps the cost without the limit.
void limitBySustainedPower(Plan &plan);

} // namespace stencilc::plan
