/// \file Emitted code at work on a device: what it asks for is done, and the first failure kept.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/KernelHandles.h"
#include "stencilc/Team.h"

namespace stencilc::inline STENCILC_SPACE {

class DeviceRun;
class LaunchQueue;
class PieceLaunches;

/// Who finds numbers of the whole grid for the steps of a run.
class Surveyor {
public:
  virtual ~Surveyor() = default;
  /// Runs a survey of the program in the middle of `step`; waits.
  virtual Status survey(const DeviceRun &run, const Step &step, int which) = 0;
  /// Whether the iterations of a repeat end.
  virtual bool isOver(int repeat) = 0;
};

/// Lives as long as the Runtime that it hands out is used. After the first failure launches do
/// nothing; the run stops after the step and reports it.
class DeviceRun {
public:
  /// Loops are shared by no more than `mostThreads` threads (0: any number). What is found of
  /// kernels stays in `handles`, if there is such a place. Steps of programs with surveys need a
  /// `surveyor`.
  DeviceRun(Device &device, Stream stream, int mostThreads = 0, KernelHandles *handles = nullptr,
            Surveyor *surveyor = nullptr)
      : device(device), stream(stream), mostThreads(mostThreads),
        handles(handles ? *handles : ownHandles), surveyor(surveyor) {}
  DeviceRun(const DeviceRun &) = delete;
  DeviceRun &operator=(const DeviceRun &) = delete;

  Runtime runtime() { return Runtime(kCalls, this); }
  /// Launches that can do their ends first are given to `joined` from now on.
  void joinBy(PieceLaunches *joined) { pieces = joined; }
  /// Launches go to the device by way of `taker` from now on; whoever made it flushes it.
  void launchBy(LaunchQueue *taker) { queue = taker; }
  /// The first failure.
  const Status &status() const { return first; }
  /// Whether a kernel has been enqueued.
  bool hasLaunched() const { return launched; }

private:
  static DeviceRun &of(void *run) { return *static_cast<DeviceRun *>(run); }
  void keep(const Status &status);
  /// Before anything else but a launch is enqueued.
  void flush();
  static void launch(void *run, const KernelLaunch &launch);
  static void fail(void *run, const char *what) { of(run).keep(Status::invalid(what)); }
  static void mapTensor(void *run, const TensorRequest &request);
  static int multiprocessors(void *run) { return of(run).device.multiprocessors(); }
  static void share(void *run, Int64 count, LoopPart part, const void *body) {
    shareLoop(count, of(run).mostThreads, part, body);
  }
  static void survey(void *run, const Step &step, int which);
  /// After a failure they end, too.
  static bool isOver(void *run, int repeat) {
    return !of(run).first.ok() || of(run).surveyor->isOver(repeat);
  }
  static void copy(void *run, void *to, const void *from, UInt64 bytes);
  static constexpr RuntimeCalls kCalls = {launch, fail,   mapTensor, multiprocessors,
                                          share,  survey, isOver,    copy};

  Device &device;
  Stream stream;
  int mostThreads;
  KernelHandles ownHandles, &handles;
  Surveyor *surveyor;
  PieceLaunches *pieces = nullptr;
  LaunchQueue *queue = nullptr;
  bool launched = false;
  Status first;
};

} // namespace stencilc::inline STENCILC_SPACE
