/// \file Predicts the time in which the host waits for results of reductions during a run.
#include "plan/cost/Watching.h"
#include "ir/StorageTypes.h"
#include "kernel/build/Checks.h"
#include "plan/cost/LaunchGrid.h"

namespace stencilc::plan {

/// Seconds from the end of a reduction's reads until the host launches the next kernel. They
/// contain further launches, a copy to the host, and the scalars that the host computes. Measured:
/// 15 to 25 us.
static constexpr double kUntilHost = 20e-6;

/// Cost of a byte that a reduction reads again from a cache, relative to a byte from device memory.
static constexpr double kReadAgain = 0.25;

/// Additional seconds of a reduction for each device after the first, because one host thread
/// launches on all devices. kNextInStep is for reductions within a time step, kNextBetweenSteps for
/// reductions between two steps (reports).
static constexpr double kNextInStep = 15e-6, kNextBetweenSteps = 200e-6;

/// Returns the description of a pass over all cells that computes `reductions`. The pass is
/// executed `perStep` times per time step. `untilNext` is the number of additional seconds for each
/// device after the first.
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
    pass.bytes += bytes * (1 + kReadAgain * again);
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
  for (const ir::GlobalReduction &globalReduction : facts.program.globalReductions)
    if (!globalReduction.isFirst)
      add(globalReduction.reductions,
          globalReduction.repeat ? double(facts.program.repeats[*globalReduction.repeat].count) : 1,
          kNextInStep);
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
