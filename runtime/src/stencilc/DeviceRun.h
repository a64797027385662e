/// \file Execution of emitted code on a device. Its requests are passed on to the device, and the
/// first failure is recorded.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/KernelHandles.h"
#include "stencilc/Team.h"

namespace stencilc::inline STENCILC_SPACE {

class DeviceRun;
class LaunchQueue;
class PieceLaunches;

/// The interface for in-step reductions (reductions over the whole grid within a time step) that
/// emitted code requests.
class GlobalReducer {
public:
  virtual ~GlobalReducer() = default;
  /// Computes in-step reduction number `which` of the program in the middle of `step`. Waits for
  /// the result.
  virtual Status globalReduction(const DeviceRun &run, const Step &step, int which) = 0;
  /// Returns whether the iterations of `repeat`, a loop within a time step, have ended.
  virtual bool isOver(int repeat) = 0;
};

/// The connection between emitted code and a device during time steps. It passes launches, copies
/// and other requests on to the device. It must outlive the Runtime that runtime() returns. After
/// the first failure launches do nothing, and the run reports the failure after the step.
class DeviceRun {
public:
  /// Connects emitted code to `device`. Host loops use at most `mostThreads` threads (0: any
  /// number). Resolved kernels are cached in `handles` unless it is null. Steps of programs with
  /// in-step reductions (reductions within a step) need a `globalReducer`.
  DeviceRun(Device &device, Stream stream, int mostThreads = 0, KernelHandles *handles = nullptr,
            GlobalReducer *globalReducer = nullptr)
      : device(device), stream(stream), mostThreads(mostThreads),
        handles(handles ? *handles : ownHandles), globalReducer(globalReducer) {}
  DeviceRun(const DeviceRun &) = delete;
  DeviceRun &operator=(const DeviceRun &) = delete;

  Runtime runtime() { return Runtime(kCalls, this); }
  /// Passes launches that can compute both ends of a slab first (boundary-first) to `joined` from
  /// now on.
  void joinBy(PieceLaunches *joined) { pieces = joined; }
  /// Passes launches to the queue `taker` from now on, instead of to the device. The caller must
  /// flush `taker` at the end.
  void launchBy(LaunchQueue *taker) { queue = taker; }
  /// Returns the first failure, or success.
  const Status &status() const { return first; }
  /// Returns whether a kernel has been enqueued.
  bool hasLaunched() const { return launched; }

private:
  static DeviceRun &of(void *run) { return *static_cast<DeviceRun *>(run); }
  void keep(const Status &status);
  /// Flushes the launch queue, if there is one. It is called before work other than a launch is
  /// enqueued.
  void flush();
  static void launch(void *run, const KernelLaunch &launch);
  static void fail(void *run, const char *what) { of(run).keep(Status::invalid(what)); }
  static void mapTensor(void *run, const TensorRequest &request);
  static int multiprocessors(void *run) { return of(run).device.multiprocessors(); }
  static void share(void *run, Int64 count, LoopPart part, const void *body) {
    shareLoop(count, of(run).mostThreads, part, body);
  }
  static void globalReduction(void *run, const Step &step, int which);
  /// Returns whether the iterations of `repeat` have ended. Returns true after a failure, too.
  static bool isOver(void *run, int repeat) {
    return !of(run).first.ok() || of(run).globalReducer->isOver(repeat);
  }
  static void copy(void *run, void *to, const void *from, UInt64 bytes);
  static constexpr RuntimeCalls kCalls = {
      launch, fail, mapTensor, multiprocessors, share, globalReduction, isOver, copy};

  Device &device;
  Stream stream;
  int mostThreads;
  KernelHandles ownHandles, &handles;
  GlobalReducer *globalReducer;
  PieceLaunches *pieces = nullptr;
  LaunchQueue *queue = nullptr;
  bool launched = false;
  Status first;
};

} // namespace stencilc::inline STENCILC_SPACE
