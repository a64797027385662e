/// \file Energy of an update, and the sustained rate of long runs under the power limit of a GPU.
#include "plan/cost/Power.h"
#include "plan/cost/LaunchGrid.h"
#include <algorithm>

namespace stencilc::plan {

/// Fraction of the additional time caused by spilled registers in which a GPU consumes energy. In
/// the remaining time it only waits. Example: a kernel with spills took 3.5 times as long as
/// without them, but only 15% more energy.
static constexpr double kSpillWork = 0.1;

double joulesOf(const Traffic &traffic, const Target &target) {
  if (!target.energy)
    return 0;
  const machine::GpuEnergy &each = *target.energy;
  const double others = traffic.instructions - traffic.doubles - traffic.singles;
  const double computed = each.f64 * (traffic.doubles + traffic.products / kProductsForDouble) +
                          each.f32 * traffic.singles + each.instruction * std::max(0.0, others) +
                          each.sharedByte * (traffic.sharedBytes + traffic.loadBytes);
  return each.memoryByte * traffic.memoryBytes + each.l2Byte * traffic.cacheBytes +
         computed * traffic.computed.value_or(traffic.work) *
             (1 + kSpillWork * (traffic.slower - 1));
}

std::optional<Power> powerOf(const Plan &plan) {
  const std::optional<machine::GpuEnergy> &energy = plan.target.energy;
  if (!energy || plan.target.kind != TargetKind::Cuda || plan.cost <= 0)
    return std::nullopt;
  const double devices = plan.devices(), joules = estimateOf(plan).joules;
  Power power;
  power.limit = energy->limit;
  power.burst = plan.burst > 0 ? plan.burst : plan.cost;
  power.sustained = std::max(power.burst, joules / devices / (energy->limit - energy->idle));
  power.nanojoules = joules + devices * energy->idle * power.sustained;
  power.watts = power.nanojoules / devices / power.sustained;
  return power;
}

bool isLongRun(const analysis::Facts &facts, std::vector<Plan>::const_iterator begin,
               std::vector<Plan>::const_iterator end) {
  constexpr double kLong = 1; // seconds
  const auto steps = facts.steps ? facts.steps : facts.program.stepsHint;
  const auto cheapest =
      std::min_element(begin, end, [](const Plan &a, const Plan &b) { return a.cost < b.cost; });
  if (!steps || cheapest == end)
    return false;
  const double updates = 1e-9 * double(*steps) * cellsOf(plannedExtents(facts.program));
  return updates * cheapest->cost >= kLong;
}

void limitBySustainedPower(Plan &plan) {
  const std::optional<Power> power = powerOf(plan);
  if (!power || !power->isLimited())
    return;
  plan.burst = power->burst;
  plan.cost = power->sustained;
}

} // namespace stencilc::plan
