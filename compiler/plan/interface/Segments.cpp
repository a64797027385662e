/// \file Segments of a run: the time steps between two moments at which all cells must have reached
/// the same time step.
#include "plan/interface/Segments.h"
#include "ir/Walk.h"
#include <algorithm>
#include <map>

namespace stencilc::plan {

namespace {

/// Number of time steps that is assumed for a run of unknown length.
constexpr std::int64_t kSteps = 1000;
constexpr int kMostSegments = 1000;

/// Returns true if a reduction in the expression `value` reads a field at its oldest time level,
/// such as t - 1 of a field with two levels. This level is in memory only if the last time step was
/// launched alone, not fused with others.
bool readsOldest(const analysis::Facts &facts, ir::ExprId value) {
  return ir::contains<ir::Reduced>(facts.program, value, [&](const ir::Reduced &reduced) {
    for (const auto &[fieldLevel, footprint] :
         facts.footprint.reductions.at(reduced.reduction).fieldLevels)
      if (facts.dependence.buffers.at(fieldLevel.field) > 1 &&
          fieldLevel.level == 1 - facts.program.fields[fieldLevel.field].levels)
        return true;
    return false;
  });
}

} // namespace

bool knowsSegments(const analysis::Facts &facts) {
  return facts.steps || facts.program.stepsHint || facts.program.hasChecks() ||
         !facts.program.saves.empty();
}

std::vector<Segment> segmentsOf(const analysis::Facts &facts) {
  std::map<std::int64_t, bool>
      checks; // interval in steps -> whether its last step is launched alone
  for (const ir::Report &report : facts.program.reports)
    checks[report.every] |= readsOldest(facts, report.value);
  for (const ir::Rule &rule : facts.program.rules)
    checks[rule.every] |= readsOldest(facts, rule.condition);
  for (const ir::SaveDecl &save : facts.program.saves)
    checks.try_emplace(save.every, false);
  const std::int64_t all = facts.steps.value_or(facts.program.stepsHint.value_or(kSteps));
  std::map<std::pair<std::int64_t, bool>, std::int64_t> counts;
  std::int64_t done = 0;
  for (int number = 0; done < all && number < kMostSegments; ++number) {
    std::int64_t steps = all - done;
    for (const auto &[every, isSingle] : checks)
      steps = std::min(steps, every - done % every);
    done += steps;
    const bool endsSingle = std::any_of(checks.begin(), checks.end(), [&](const auto &check) {
      return check.second && done % check.first == 0;
    });
    ++counts[{steps, endsSingle}];
  }
  std::vector<Segment> segments;
  for (const auto &[kind, count] : counts)
    segments.push_back({kind.first, kind.second, count});
  return segments;
}

} // namespace stencilc::plan
