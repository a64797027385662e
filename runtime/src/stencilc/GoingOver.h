/// \file A run that has begun with single steps and waits for all of its kernels.
#pragma once

#include "stencilc/BetterKernels.h"
#include "stencilc/Instance.h"
#include "stencilc/Seconds.h"
#include "stencilc/Summary.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

/// How far such a run goes before it looks whether they have come, and what became of it. Any other
/// run is told to do all of its steps at once.
class GoingOver {
public:
  /// `program`: what the run begins with. `better` may be null.
  GoingOver(const ProgramDescription &program, Device &device, const BetterKernels *better)
      : device(device), better(better), isAwaited(better && program.stepSchedule) {
    result.schedule = program.stepSchedule;
    result.why = isAwaited ? "the run was over before the others were compiled"
                           : "the others were not asked for";
  }

  /// The first step comes next.
  void begin() { start = secondsNow(); }

  /// Steps before the next look, of `left`: about a thirtieth of a second's worth, growing from one
  /// step while the rate is unknown.
  std::int64_t nextBatch(std::int64_t left) {
    began = secondsNow();
    last = isAwaited && batch < left ? batch : left;
    return last;
  }

  /// Behind a batch: takes the kernels if they have come. Looks while its steps are under way, so
  /// that opening them costs the run little; then waits. `refused` is set if they are of no use.
  Status look(Instance &instance, std::int64_t wantedSteps, std::string &refused) {
    if (!isAwaited)
      return {};
    const ProgramDescription *kernels = nullptr;
    const BetterKernels::Answer answer = better->look(better->user, kernels);
    isAwaited = answer == BetterKernels::Answer::NotYet;
    if (answer == BetterKernels::Answer::Never)
      result.why = "the others could not be compiled";
    if (const int code = instance.synchronize())
      return Status::of(static_cast<StatusCode>(code), instance.lastError());
    const double now = secondsNow();
    chooseBatch(now - began);
    const std::int64_t done = instance.stepsDone();
    if (!kernels || done >= wantedSteps || instance.stopped())
      return {};
    if (instance.goOver(*kernels, wantedSteps - done) != 0) {
      refused = result.why = instance.lastError();
      return {};
    }
    result.steps = done;
    result.seconds = now - start;
    watch = device.makeStopwatch();
    return watch->start(nullptr);
  }

  /// The last step has been enqueued.
  Status end() { return watch ? watch->stop(nullptr) : Status(); }
  /// All steps are done on the device.
  Status finish(FirstKernels &first) {
    Status status = watch ? watch->seconds(result.secondsAfter) : Status();
    first = result;
    return status;
  }

private:
  void chooseBatch(double took) {
    constexpr double kBatch = 0.03, kFaster = 8;
    const double wanted = double(last) * kBatch / std::max(took, 1e-9);
    batch = std::max<std::int64_t>(1, std::int64_t(std::min(wanted, kFaster * double(last))));
  }

  Device &device;
  const BetterKernels *better;
  bool isAwaited;
  FirstKernels result;
  std::int64_t batch = 1, last = 1;
  double start = 0, began = 0;
  std::unique_ptr<Stopwatch> watch; // from when the better kernels do the steps
};

} // namespace stencilc::inline STENCILC_SPACE
