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

/// Returns the energy in joules of one cell update with the counts in `traffic`. The static power
/// of the board is not included. Returns 0 if the energies of operations on `target` are not known.
double joulesOf(const Traffic &traffic, const Target &target);

/// Predicted energy, power and time of a plan. Times are seconds per 1e9 cell updates: `burst` in
/// runs of less than a second, and `sustained` in longer runs, in which the power limit may lower
/// the clock.
struct Power {
  double burst = 0, sustained = 0;
  double nanojoules = 0; // of one cell update at the sustained rate
  double watts = 0;      // power of each device at the sustained rate
  double limit = 0;      // power limit of each device, in watts
  bool isLimited() const { return sustained > burst; }
};

/// Predicts energy, power and sustained rate of `plan`. Returns nullopt on a CPU, if `plan.cost` is
/// not set, or if the energies of operations on the target are not known.
std::optional<Power> powerOf(const Plan &plan);

/// Returns true if the planned run takes at least one second with the cheapest of the plans in
/// [begin, end). Returns false if the range is empty, or if the number of time steps of the run is
/// not known.
bool isLongRun(const analysis::Facts &facts, std::vector<Plan>::const_iterator begin,
               std::vector<Plan>::const_iterator end);

/// Sets `plan.cost` to the predicted cost in long runs, if the power limit of the GPU makes it
/// higher. Sets `plan.burst` to the cost without the limit then. Otherwise the plan does not
/// change.
void limitBySustainedPower(Plan &plan);

} // namespace stencilc::plan
