/// \file Hot swap of kernels: a run begins with kernels of single time steps, and continues with
/// better kernels when these have been compiled.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/core/support/Seconds.h"
#include "runtime/core/timeline/Pacer.h"
#include "runtime/parts/tuning/BetterKernels.h"

namespace stencilc::inline STENCILC_SPACE {

/// Replaces the first kernels of a run by better ones while the run is in progress. This event
/// happens about every 0.03 seconds, to ask whether the better kernels are compiled. It no longer
/// happens after they are, or if there will be none.
class HotSwap final : public Event {
public:
  /// Prepares a run that begins with the kernels of `program`. `better` supplies kernels that
  /// replace them later; null means that the first kernels stay. replaceIn() sets the simulation.
  HotSwap(const ProgramDescription &program, Device &device, const BetterKernels *better)
      : device(device), better(better), isAwaited(better) {
    if (!better)
      return;
    result.schedule = program.schedule;
    result.planned = better->schedule;
    result.why = "the run ended before the other kernels were compiled";
  }

  /// Sets the simulation whose kernels are replaced. If the better kernels cannot continue it,
  /// `refused` is called with a message for the user.
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
  /// Asks whether the better kernels are compiled, then waits until the device has done all
  /// enqueued time steps. If they are compiled, all later time steps use them. If the simulation
  /// cannot use them, calls `refuse` with a message and goes on with the first kernels.
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
    result.planned = std::string(kernels->schedule) + (*kernels->scheduleOptions ? ":" : "") +
                     kernels->scheduleOptions;
    result.steps = point.step - point.first;
    result.seconds = secondsNow() - start;
    watch = device.makeStopwatch();
    return watch->start(nullptr);
  }

  /// Ends the timing of the kernels that have replaced the first kernels of the run. Does nothing
  /// if none were replaced. It is called after the last time step has been enqueued.
  Status end() { return watch ? watch->stop(nullptr) : Status(); }
  /// Sets `first` to the number of time steps before the kernels were replaced, and the seconds
  /// that the run took before and after. All are -1 if no kernels were replaced. Precondition: the
  /// device has done all time steps.
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
