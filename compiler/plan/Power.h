/// \file Energy of an update, and the rate that the power limit of a GPU leaves to a long run.
///
///     energy of an update = static power * its time + what its bytes and instructions take
///     time of an update   = at least the latter / (limit - static power)
///
/// A board that takes more than its limit lowers its clock, but not at once: in a fraction of a
/// second. Shorter runs are bursts, and cost what CostModel.h says.
#pragma once

#include "analysis/Facts.h"
#include "plan/CostModel.h"

namespace stencilc::plan {

/// Joules that an update takes, but for static power; 0 if the target's are not known.
double joulesOf(const Traffic &traffic, const Target &target);

/// What a plan takes of energy in a run of seconds.
struct Power {
  double burst = 0, keptUp = 0; // seconds per 1e9 updates: without a limit, and with it
  double nanojoules = 0;        // of an update, at the rate kept up
  double watts = 0;             // of each device, at that rate
  double limit = 0;             // in watts
  bool isLimited() const { return keptUp > burst; }
};

/// Nothing where the energy of the target is not known.
std::optional<Power> powerOf(const Plan &plan);

/// Whether a run takes a second and more even by the cheapest of these plans. Of a run whose number
/// of steps nobody says, nobody knows.
bool isLongRun(const analysis::Facts &facts, std::vector<Plan>::const_iterator begin,
               std::vector<Plan>::const_iterator end);

/// Makes the cost of a plan that of the rate it keeps up.
void keepUp(Plan &plan);

} // namespace stencilc::plan
