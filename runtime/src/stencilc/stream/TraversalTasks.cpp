/// \file The order of copies and launches.
#include "stencilc/stream/TraversalTasks.h"
#include <cassert>

namespace stencilc::inline STENCILC_SPACE {

TraversalTasks::TraversalTasks(const std::vector<FieldRing> &all, int count) {
  for (int device = 0; device < count; ++device)
    devices.emplace_back(device, all);
}

std::vector<TraversalTask> TraversalTasks::sweep(const TraversalShape &shape,
                                                 const std::vector<TraversedField> &fields) {
  assert(shape.devices == static_cast<int>(devices.size()) && "the devices stay the same");
  assert((shape.devices == 1 || (shape.isPipelined && shape.isSkewed && !shape.isPart())) &&
         "chains are of whole parallelograms in a pipeline");
  tasks.clear();
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const TraversalShape its = shape.onDevice(static_cast<int>(i));
    devices[i].begin(its, fieldRings(its, fields), sweeps, tasks);
  }
  DeviceTasks &first = devices.front(), &last = devices.back();
  const int chunks = shape.chunks();
  const bool ahead = shape.isPipelined;
  for (int i = 0; i < chunks; ++i) {
    const bool isMore = i + 1 < chunks;
    if (i == 0) {
      first.restore();
      first.copyIn(0, last);
    }
    if (ahead && isMore)
      first.copyIn(i + 1, last);
    for (std::size_t device = 0; device + 1 < devices.size(); ++device) {
      devices[device].launch(i);
      devices[device].handOver(i, devices[device + 1]);
    }
    last.launch(i);
    if (!ahead && !shape.isSkewed && isMore)
      first.copyIn(i + 1, last); // before this chunk takes the place of what that one reads
    last.copyOut(i);
    if (!ahead && shape.isSkewed && isMore)
      first.copyIn(i + 1, last);
  }
  last.save();
  for (DeviceTasks &device : devices)
    device.end();
  ++sweeps;
  return tasks;
}

} // namespace stencilc::inline STENCILC_SPACE
