/// \file Predicts the time in which the host waits for results of reductions during a run.
#include "plan/cost/Watching.h"
#include "ir/StorageTypes.h"
#include "kernel/build/Checks.h"
#include "plan/cost/LaunchGrid.h"

namespace stencilc::plan {

/// Seconds from the end of a reduction's reads until the host launches the next kernel. In this
/// time, further kernels combine partial results, a copy brings the result to the host, and the
/// host computes scalars from it. Measured: 15 to 25 us.
static constexpr double kUntilHost = 20e-6;

/// Cost of a byte that a reduction reads a second time, from a cache, divided by the cost of a byte
/// from device memory.
static constexpr double kReadAgain = 0.25;

/// Additional seconds of a reduction for each device but one, because one host thread launches on
/// all devices in turn. kNextInStep is for reductions within a time step. kNextBetweenSteps is for
/// reductions between two steps, for reports and rules (`until` conditions).
static constexpr double kNextInStep = 15e-6, kNextBetweenSteps = 200e-6;

/// Returns the bytes and times of a pass over all cells that computes `reductions`. `perStep` is
/// the number of such passes per time step. `untilNext` is the number of additional seconds for
/// each device but one, on GPUs.
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
