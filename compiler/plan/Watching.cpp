/// \file What passes over the cells cost whose results the host waits for.
#include "plan/Watching.h"
#include "ir/StorageTypes.h"
#include "kernel/Checks.h"
#include "plan/LaunchGrid.h"

namespace stencilc::plan {

/// Launches of the parts of a reduction, a copy, and a host that wakes up and computes the scalars
/// of the step: 15 to 25 us on a machine whose launch, waited for, takes 8.
static constexpr double kUntilHost = 20e-6;

/// More for each device but the first, whose launches the same thread begins. Two H100, conjugate
/// gradients: two numbers in a step cost 30 us more than on one; a report of every step, for which
/// all that is under way has to end, 200.
static constexpr double kNextInStep = 15e-6, kNextBetweenSteps = 200e-6;

/// A pass that finds `reductions`.
static WaitedPass passOf(const analysis::Facts &facts, const machine::Target &target,
                         std::vector<ir::ReductionId> reductions, double perStep,
                         double untilNext) {
  const bool isGpu = target.kind == machine::TargetKind::Cuda;
  std::map<analysis::FieldLevel, std::set<Offset, MemoryOrder>> reads;
  for (ir::ReductionId id : reductions)
    for (const auto &[fieldLevel, read] : facts.footprint.reductions.at(id).fieldLevels)
      reads[fieldLevel].insert(read.offsets.begin(), read.offsets.end());
  WaitedPass pass{std::move(reductions), perStep};
  for (const auto &[fieldLevel, offsets] : reads) {
    const double again = isGpu ? double(offsets.size()) - 1 : 0;
    const int bytes = ir::bytesOf(facts.program.fields[fieldLevel.field].storage);
    pass.bytes += bytes * (1 + target.shares.cached.l2Cost * again);
  }
  pass.seconds = pass.bytes * cellsOf(plannedExtents(facts.program)) / target.copyBandwidth;
  pass.untilHost = isGpu ? kUntilHost : 0;
  pass.untilNext = isGpu ? untilNext : 0;
  return pass;
}

std::vector<WaitedPass> waitedPasses(const analysis::Facts &facts, const machine::Target &target) {
  std::vector<WaitedPass> passes;
  const auto add = [&](std::vector<ir::ReductionId> reductions, double perStep, double untilNext) {
    passes.push_back(passOf(facts, target, std::move(reductions), perStep, untilNext));
  };
  for (const ir::Survey &survey : facts.program.surveys)
    if (!survey.isFirst)
      add(survey.reductions,
          survey.repeat ? double(facts.program.repeats[*survey.repeat].count) : 1, kNextInStep);
  for (const kernel::CheckGroup &group : kernel::checkGroups(facts.program))
    if (!group.reductions.empty())
      add({group.reductions.begin(), group.reductions.end()}, 1 / double(group.every),
          kNextBetweenSteps);
  return passes;
}

double secondsWaited(const analysis::Facts &facts, const std::vector<WaitedPass> &passes,
                     int devices) {
  double seconds = 0;
  for (const WaitedPass &pass : passes)
    seconds +=
        pass.perStep * (pass.seconds / devices + pass.untilHost + (devices - 1) * pass.untilNext);
  return 1e9 * seconds / cellsOf(plannedExtents(facts.program));
}

} // namespace stencilc::plan
