/// \file Emitted code at work on a device: what it asks for is done, and the first failure kept.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/KernelHandles.h"
#include "stencilc/Team.h"

namespace stencilc::inline STENCILC_SPACE {

/// Lives as long as the Runtime that it hands out is used. After the first failure launches do
/// nothing; the run stops after the step and reports it.
class DeviceRun {
public:
  /// Loops are shared by no more than `mostThreads` threads (0: any number). What is found of
  /// kernels stays in `handles`, if there is such a place.
  DeviceRun(Device &device, Stream stream, int mostThreads = 0, KernelHandles *handles = nullptr)
      : device(device), stream(stream), mostThreads(mostThreads),
        handles(handles ? *handles : ownHandles) {}
  DeviceRun(const DeviceRun &) = delete;
  DeviceRun &operator=(const DeviceRun &) = delete;

  Runtime runtime() { return Runtime(kCalls, this); }
  /// The first failure.
  const Status &status() const { return first; }
  /// Whether a kernel has been enqueued.
  bool hasLaunched() const { return launched; }

private:
  static DeviceRun &of(void *run) { return *static_cast<DeviceRun *>(run); }
  void keep(const Status &status);
  static void launch(void *run, const KernelLaunch &launch);
  static void fail(void *run, const char *what) { of(run).keep(Status::invalid(what)); }
  static void mapTensor(void *run, const TensorRequest &request);
  static int multiprocessors(void *run) { return of(run).device.multiprocessors(); }
  static void share(void *run, Int64 count, LoopPart part, const void *body) {
    shareLoop(count, of(run).mostThreads, part, body);
  }
  static constexpr RuntimeCalls kCalls = {launch, fail, mapTensor, multiprocessors, share};

  Device &device;
  Stream stream;
  int mostThreads;
  KernelHandles ownHandles, &handles;
  bool launched = false;
  Status first;
};

} // namespace stencilc::inline STENCILC_SPACE
