/// \file The devices that planes go through one after the other, mostly one: their rings, and their
/// queues.
#pragma once

#include "stencilc/stream/TaskRunner.h"
#include "stencilc/stream/TraversalTasks.h"

namespace stencilc::inline STENCILC_SPACE {

class DeviceChain {
public:
  DeviceChain(const OutOfCoreDomain &domain, Device &device) : domain(domain) { set({&device}); }
  DeviceChain(const DeviceChain &) = delete;
  DeviceChain &operator=(const DeviceChain &) = delete;

  /// The devices, the first one first. Nothing may be allocated.
  void set(const std::vector<Device *> &all);
  int count() const { return static_cast<int>(devices.size()); }
  Device &first() const { return *devices.front(); }
  Device &last() const { return *devices.back(); }
  /// The least that each has free.
  Status freeMemory(std::uint64_t &bytes) const;
  /// What sizes of rings must be a multiple of on each.
  Status ringUnit(std::uint64_t &bytes) const;

  /// The rings of each device.
  void plan(const std::vector<FieldRing> &planned, const RingLayout &layout);
  const RingMemory &rings(int device = 0) const { return *memory[std::size_t(device)]; }
  /// Allocates them, where each device can write to those of the next one.
  Status allocate();

  /// `store`: where planes come from and go to.
  Status open(PlaneStore &store);
  /// Where the reductions of the last device leave what they find.
  void reduceInto(ReducedPlanes *planes) { runners.back()->reduceInto(planes); }
  /// Enqueues a task of a sweep, before which `before` steps were done. `shapes`: of each device.
  Status enqueue(const TraversalTask &task, const std::vector<TraversalShape> &shapes,
                 const Strip &strip, const Scalars &scalars, std::int64_t before);
  /// Waits for a launch of a device.
  Status await(int device, std::int64_t launch) {
    return runners[std::size_t(device)]->itsQueues().await(kQueueCompute, launch);
  }
  /// Waits for all tasks, also after a failure; the first one.
  Status settle();

  // Bytes so far: over the link to the host, and from device to device.
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
