/// \file Hot swap of kernels: a run begins with kernels of single time steps, and continues with
/// better kernels when these have been compiled.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/core/support/Seconds.h"
#include "runtime/parts/tuning/BetterKernels.h"
#include "runtime/program/Summary.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

/// Hot swap of a run from its first kernels to better ones. It divides the run into batches of time
/// steps, and checks after each batch whether the better kernels are ready. Without better kernels,
/// the run is one batch.
class HotSwap {
public:
  /// Prepares a hot swap from the kernels of `program`, with which the run begins, to those that
  /// `better` supplies. `better` may be null.
  HotSwap(const ProgramDescription &program, Device &device, const BetterKernels *better)
      : device(device), better(better), isAwaited(better && program.stepSchedule) {
    result.schedule = program.stepSchedule;
    result.why = isAwaited ? "the run ended before the other kernels were compiled"
                           : "no other kernels were requested";
  }

  /// Starts the clock, before the first time step of a run whose kernels may be replaced.
  void begin() { start = secondsNow(); }

  /// Returns the number of time steps until the next check for better kernels, at most `left`. A
  /// batch is about 0.03 seconds of work, and grows from one step until the rate is known.
  std::int64_t nextBatch(std::int64_t left) {
    began = secondsNow();
    last = isAwaited && batch < left ? batch : left;
    return last;
  }

  /// Checks for better kernels while the device computes a batch of time steps, then waits for the
  /// batch. Kernels that are ready are used for all steps up to step `wantedSteps`. Sets `refused`
  /// to an error message if the kernels do not suit the run.
  Status look(Instance &instance, std::int64_t wantedSteps, std::string &refused) {
    if (!isAwaited)
      return {};
    const ProgramDescription *kernels = nullptr;
    const BetterKernels::Answer answer = better->look(better->user, kernels);
    isAwaited = answer == BetterKernels::Answer::NotYet;
    if (answer == BetterKernels::Answer::Never)
      result.why = "the other kernels could not be compiled";
    if (const int code = instance.synchronize())
      return Status::of(static_cast<StatusCode>(code), instance.lastError());
    const double now = secondsNow();
    chooseBatch(now - began);
    const std::int64_t done = instance.stepsDone();
    if (!kernels || done >= wantedSteps || instance.stopped())
      return {};
    if (instance.hotSwap(*kernels, wantedSteps - done) != 0) {
      refused = result.why = instance.lastError();
      return {};
    }
    result.steps = done;
    result.seconds = now - start;
    watch = device.makeStopwatch();
    return watch->start(nullptr);
  }

  /// Ends the timing of the better kernels. It is called after the last time step has been
  /// enqueued.
  Status end() { return watch ? watch->stop(nullptr) : Status(); }
  /// Stores in `first` after which time step the kernels were replaced, and how many seconds the
  /// run took before and after that. Precondition: the device has done all time steps.
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
  std::unique_ptr<Stopwatch> watch; // runs while the better kernels compute
};

} // namespace stencilc::inline STENCILC_SPACE
