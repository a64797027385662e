/// \file Holds the devices that each plane of an out-of-core domain (larger than device memory)
/// passes through in sequence. There is usually one device. Each has ring buffers (device memory
/// for a moving range of planes) and task queues.
#pragma once

#include "runtime/engines/stream/run/TaskRunner.h"
#include "runtime/engines/stream/run/TraversalTasks.h"

namespace stencilc::inline STENCILC_SPACE {

class DeviceChain {
public:
  DeviceChain(const OutOfCoreDomain &domain, Device &device) : domain(domain) { set({&device}); }
  DeviceChain(const DeviceChain &) = delete;
  DeviceChain &operator=(const DeviceChain &) = delete;

  /// Sets the devices, in the order in which each plane passes through them. Precondition: no
  /// memory has been allocated yet.
  void set(const std::vector<Device *> &all);
  int count() const { return static_cast<int>(devices.size()); }
  Device &first() const { return *devices.front(); }
  Device &last() const { return *devices.back(); }
  /// Sets `bytes` to the free memory of one device: the smallest of all devices.
  Status freeMemory(std::uint64_t &bytes) const;
  /// Sets `bytes` to the unit for sizes of ring buffers (device memory for a moving range of
  /// planes). Each multiple of this unit is a possible size on all devices.
  Status ringUnit(std::uint64_t &bytes) const;

  /// Plans the same ring buffers (device memory for a moving window of planes) for each device.
  /// Allocates no memory.
  void plan(const std::vector<FieldRing> &planned, const RingLayout &layout);
  const RingMemory &rings(int device = 0) const { return *memory[std::size_t(device)]; }
  /// Allocates the ring buffers (memory for a moving range of planes) of all devices. Fails if a
  /// device cannot write to the ring buffers of the next device.
  Status allocate();

  /// Creates the task queues. Planes are copied to the first device from `store`, the memory that
  /// holds the domain, and from the last device back to `store`.
  Status open(PlaneStore &store);
  /// Sets the object that receives the results of reductions (sum, maximum and so on) over the
  /// cells. The last device that planes pass through computes the reductions.
  void reduceInto(ReducedPlanes *planes) { runners.back()->reduceInto(planes); }
  /// Enqueues `task`, a copy or a launch of a traversal (pass of all planes through the devices).
  /// `shapes` has one entry for each device: the planes and time steps that it computes. `before`
  /// is the number of time steps of the run that were done before the traversal.
  Status enqueue(const TraversalTask &task, const std::vector<TraversalShape> &shapes,
                 const Strip &strip, const Scalars &scalars, std::int64_t before);
  /// Waits until task number `launch` in the launch queue of the device with index `device` has
  /// ended.
  Status await(int device, std::int64_t launch) {
    return runners[std::size_t(device)]->itsQueues().await(kQueueCompute, launch);
  }
  /// Waits for all tasks of all devices, also after a failure. Returns the first failure.
  Status settle();

  // Bytes copied so far: between host and devices, and from device to device.
  double bytesIn() const { return runners.empty() ? 0 : runners.front()->itsCopies().bytesIn(); }
  double bytesOut() const { return runners.empty() ? 0 : runners.back()->itsCopies().bytesOut(); }
  double bytesHanded() const;

private:
  Status openTo(Device &from, Device &to) const;

  const OutOfCoreDomain &domain;
  std::vector<Device *> devices;
  std::vector<std::unique_ptr<RingMemory>> memory;
  std::vector<std::unique_ptr<TaskRunner>> runners;
};

} // namespace stencilc::inline STENCILC_SPACE
