/// \file Executes the host code that the compiler has emitted. Requests of that code are passed on
/// to a device, and the first failure is stored.
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/core/device/KernelHandles.h"
#include "runtime/core/device/Team.h"

namespace stencilc::inline STENCILC_SPACE {

class DeviceRun;
class LaunchJoiner;
class LaunchQueue;
class MeetingCounts;

/// Interface through which emitted code requests reductions over the whole grid within a time step.
class GlobalReducer {
public:
  virtual ~GlobalReducer() = default;
  /// Computes the in-step reductions of entry `which` in ProgramDescription::globalReductions, over
  /// the whole grid. Later stages of the time step `step` need their results. Waits for the
  /// results.
  virtual Status globalReduction(const DeviceRun &run, const Step &step, int which) = 0;
  /// Returns true if the loop `repeat` within the current time step has done its last iteration.
  virtual bool isOver(int repeat) = 0;
};

/// Connection between emitted host code and a device during time steps. It passes launches, copies
/// and other requests on to the device. It must outlive the Runtime that runtime() returns. After
/// the first failure launches do nothing. The caller reads status() after the step.
class DeviceRun {
public:
  /// Connects emitted code to `device`. Host loops use at most `mostThreads` threads (0: any
  /// number). Kernel handles that were found are cached in `handles` unless it is null. Programs
  /// with reductions within a time step need a `globalReducer`.
  DeviceRun(Device &device, Stream stream, int mostThreads = 0, KernelHandles *handles = nullptr,
            GlobalReducer *globalReducer = nullptr)
      : device(device), stream(stream), mostThreads(mostThreads),
        handles(handles ? *handles : ownHandles), globalReducer(globalReducer) {}
  DeviceRun(const DeviceRun &) = delete;
  DeviceRun &operator=(const DeviceRun &) = delete;

  Runtime runtime() { return Runtime(kCalls, this); }
  /// Makes later boundary-first launches go to `joined`, which joins several of them into one.
  /// Boundary-first launches can compute the planes at both ends of a slab (the planes of one
  /// device) before its other planes. Other launches are not affected.
  void joinBy(LaunchJoiner *joined) { joiner = joined; }
  /// Makes later launches go to the queue `taker`, or to the device if `taker` is null. After the
  /// last launch, the caller must enqueue the launches that `taker` still holds back.
  void launchBy(LaunchQueue *taker) { queue = taker; }
  /// Sets the counters for cooperative launches, whose blocks wait for each other. Without them,
  /// such launches fail.
  void meetBy(MeetingCounts *counters) { meetings = counters; }
  /// Returns the first failure since construction, or success.
  const Status &status() const { return first; }
  /// Returns true if at least one kernel has been enqueued.
  bool hasLaunched() const { return launched; }
  /// Returns true if a kernel is not for the grid of the run.
  bool isRefused() const { return refused; }

private:
  static DeviceRun &of(void *run) { return *static_cast<DeviceRun *>(run); }
  void keep(const Status &status);
  /// Enqueues the launches that the launch queue holds back, if there is a queue. It is called
  /// before other work is enqueued.
  void flush();
  static void launch(void *run, const KernelLaunch &launch);
  static void fail(void *run, const char *what) { of(run).keep(Status::invalid(what)); }
  static void refuse(void *run, const char *what) {
    of(run).refused = true;
    fail(run, what);
  }
  static void mapTensor(void *run, const TensorRequest &request);
  static int multiprocessors(void *run) { return of(run).device.multiprocessors(); }
  static void share(void *run, Int64 count, LoopPart part, const void *body) {
    shareLoop(count, of(run).mostThreads, part, body);
  }
  static void globalReduction(void *run, const Step &step, int which);
  /// Returns true if loop number `repeat` within a time step has done its last iteration. Also
  /// returns true after a failure, so that the loop ends.
  static bool isOver(void *run, int repeat) {
    return !of(run).first.ok() || of(run).globalReducer->isOver(repeat);
  }
  static void copy(void *run, void *to, const void *from, UInt64 bytes);
  static Meeting meet(void *run, int blocks, int points);
  static constexpr RuntimeCalls kCalls = {
      launch, fail, refuse, mapTensor, multiprocessors, share, globalReduction, isOver, copy, meet};

  Device &device;
  Stream stream;
  int mostThreads;
  KernelHandles ownHandles, &handles;
  GlobalReducer *globalReducer;
  LaunchJoiner *joiner = nullptr;
  LaunchQueue *queue = nullptr;
  MeetingCounts *meetings = nullptr;
  bool launched = false, refused = false;
  Status first;
};

} // namespace stencilc::inline STENCILC_SPACE
