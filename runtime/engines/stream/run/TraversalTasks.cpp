/// \file Creates the copies and launches of traversals (passes of all planes) in the order in which
/// they are enqueued.
#include "runtime/engines/stream/run/TraversalTasks.h"
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
  devices.front().restore();
  devices.front().copyIn(0, devices.back());
  for (int i = 0; i < shape.chunks(); ++i)
    chunk(shape, i);
  devices.back().save();
  for (DeviceTasks &device : devices)
    device.end();
  ++sweeps;
  return tasks;
}

void TraversalTasks::chunk(const TraversalShape &shape, int index) {
  DeviceTasks &first = devices.front(), &last = devices.back();
  const bool ahead = shape.isPipelined, isMore = index + 1 < shape.chunks();
  if (ahead && isMore)
    first.copyIn(index + 1, last);
  for (std::size_t device = 0; device + 1 < devices.size(); ++device) {
    devices[device].launch(index);
    devices[device].handOver(index, devices[device + 1]);
  }
  last.launch(index);
  if (!ahead && !shape.isSkewed && isMore)
    first.copyIn(index + 1, last); // before this chunk overwrites planes that the next one reads
  if (!shape.leavesNothing)
    last.copyOut(index);
  if (!ahead && shape.isSkewed && isMore)
    first.copyIn(index + 1, last);
}

} // namespace stencilc::inline STENCILC_SPACE
