/// \file Hot swap of kernels: a run begins with kernels of single time steps, and continues with
/// better kernels when these have been compiled.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/core/support/Seconds.h"
#include "runtime/core/timeline/Pacer.h"
#include "runtime/parts/tuning/BetterKernels.h"

namespace stencilc::inline STENCILC_SPACE {

/// Change of a run from its first kernels to better ones while it runs. This event happens about
/// every 0.03 seconds, to see whether the better kernels are ready. Without better kernels, it
/// never happens.
class HotSwap final : public Event {
public:
  /// Prepares a hot swap of `instance` from the kernels of `program`, with which the run begins, to
  /// those that `better` supplies. `better` may be null.
  HotSwap(const ProgramDescription &program, Device &device, const BetterKernels *better)
      : device(device), better(better), isAwaited(better && program.stepSchedule) {
    result.schedule = program.stepSchedule;
    result.why = isAwaited ? "the run ended before the other kernels were compiled"
                           : "no other kernels were requested";
  }

  /// Sets the simulation whose kernels are replaced. `refused` is called with a message if the
  /// better kernels do not suit it.
  void replaceIn(Instance &simulation, std::function<void(const std::string &)> refused) {
    instance = &simulation;
    refuse = std::move(refused);
  }

  Status begin(const RunPoint &point, std::int64_t end) override {
    last = end;
    start = secondsNow();
    pacer.begin(point);
    return {};
  }
  std::int64_t next(std::int64_t) const override { return isAwaited ? pacer.due() : kNever; }
  /// Checks while the device computes if better kernels have been compiled, then waits for the
  /// device. If there are any, all later time steps of the run use them. Calls the function
  /// `refuse` with a message if they do not suit the run.
  Status happen(const RunPoint &point) override {
    const ProgramDescription *kernels = nullptr;
    const BetterKernels::Answer answer = better->look(better->user, kernels);
    isAwaited = answer == BetterKernels::Answer::NotYet;
    if (answer == BetterKernels::Answer::Never)
      result.why = "the other kernels could not be compiled";
    if (Status status = pacer.reached(point); !status)
      return status;
    if (!kernels || point.step >= last || instance->stopped())
      return {};
    if (instance->hotSwap(*kernels, last - point.step) != 0) {
      refuse(result.why = instance->lastError());
      return {};
    }
    result.steps = point.step - point.first;
    result.seconds = secondsNow() - start;
    watch = device.makeStopwatch();
    return watch->start(nullptr);
  }

  /// Ends the timing of the kernels that have replaced the first kernels of the run. Does nothing
  /// if none were replaced. It is called after the last time step has been enqueued.
  Status end() { return watch ? watch->stop(nullptr) : Status(); }
  /// Stores in `first` after which time step the kernels were replaced, and how many seconds the
  /// run took before and after that. Precondition: the device has done all time steps.
  Status finish(FirstKernels &first) {
    Status status = watch ? watch->seconds(result.secondsAfter) : Status();
    first = result;
    return status;
  }

private:
  Device &device;
  const BetterKernels *better;
  bool isAwaited;
  FirstKernels result;
  Instance *instance = nullptr;
  std::function<void(const std::string &)> refuse;
  Pacer pacer{0.03};
  std::int64_t last = 0;            // number of the last time step
  double start = 0;                 // time at which the run began
  std::unique_ptr<Stopwatch> watch; // runs while the better kernels compute
};

} // namespace stencilc::inline STENCILC_SPACE
