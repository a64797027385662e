/// \file Passes the requests of emitted host code, such as launches and copies, on to the device
/// during a time step.
#include "runtime/core/stepping/DeviceRun.h"
#include "runtime/core/device/LaunchCheck.h"
#include "runtime/core/device/LaunchQueue.h"
#include "runtime/core/stepping/MeetingCounts.h"

namespace stencilc::inline STENCILC_SPACE {

void DeviceRun::keep(const Status &status) {
  if (first.ok())
    first = status;
}

void DeviceRun::flush() {
  if (queue && first.ok())
    first = queue->flush();
}

void DeviceRun::launch(void *run, const KernelLaunch &launch) {
  DeviceRun &mine = of(run);
  KernelLaunch known = launch;
  bool isWhole = true;
  if (mine.joiner && launch.ends && mine.first.ok())
    mine.first = mine.joiner->take(known, isWhole);
  if (!isWhole)
    return;
  if (mine.first.ok())
    mine.first = mine.handles.resolve(known, mine.device);
  mine.keep(checkShape(known));
  if (mine.first.ok())
    mine.first =
        mine.queue ? mine.queue->take(known, mine.stream) : mine.device.launch(mine.stream, known);
  mine.launched |= mine.first.ok();
}

void DeviceRun::mapTensor(void *run, const TensorRequest &request) {
  DeviceRun &mine = of(run);
  mine.keep(checkTensor(request));
  if (mine.first.ok())
    mine.first = mine.device.mapTensor(request);
}

void DeviceRun::globalReduction(void *run, const Step &step, int which) {
  DeviceRun &mine = of(run);
  mine.flush();
  if (!mine.first.ok())
    return;
  const Status status = mine.globalReducer->globalReduction(mine, step, which);
  mine.keep(status); // an earlier failure of its kernels takes precedence
}

void DeviceRun::copy(void *run, void *to, const void *from, UInt64 bytes) {
  DeviceRun &mine = of(run);
  mine.flush();
  if (mine.first.ok())
    mine.first = mine.device.copy({to, bytes, bytes}, {from, bytes, bytes}, {bytes}, mine.stream);
}

Meeting DeviceRun::meet(void *run, int blocks, int points) {
  DeviceRun &mine = of(run);
  Meeting meeting;
  if (!mine.meetings)
    mine.keep(Status::invalid("a kernel whose blocks wait for each other is launched by an engine "
                              "that has no counters for it"));
  if (!mine.first.ok())
    return meeting;
  mine.refused = blocks > mine.meetings->mostBlocks();
  mine.first = mine.meetings->next(blocks, points, mine.stream, meeting);
  return meeting;
}

} // namespace stencilc::inline STENCILC_SPACE
