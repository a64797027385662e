/// \file Manages the memory and the task queues of a chain: devices that each plane of an
/// out-of-core domain passes through, one after the other.
#include "runtime/engines/stream/run/DeviceChain.h"

namespace stencilc::inline STENCILC_SPACE {

void DeviceChain::set(const std::vector<Device *> &all) {
  devices = all;
  memory.clear();
  for (Device *const device : devices)
    memory.push_back(std::make_unique<RingMemory>(*device));
}

Status DeviceChain::freeMemory(std::uint64_t &bytes) const {
  bytes = ~std::uint64_t{0};
  for (Device *const device : devices) {
    std::uint64_t its = 0;
    if (Status status = device->freeMemory(its); !status)
      return status;
    bytes = std::min(bytes, its);
  }
  return {};
}

Status DeviceChain::ringUnit(std::uint64_t &bytes) const {
  bytes = 1;
  for (Device *const device : devices) {
    std::uint64_t its = 0;
    if (Status status = device->ringUnit(its); !status)
      return status;
    bytes = std::lcm(bytes, its);
  }
  return {};
}

void DeviceChain::plan(const std::vector<FieldRing> &planned, const RingLayout &layout) {
  for (const std::unique_ptr<RingMemory> &rings : memory)
    rings->plan(planned, layout);
}

/// Lets the device `from` access memory of the device `to`. Fails if the hardware allows no direct
/// access.
Status DeviceChain::openTo(Device &from, Device &to) const {
  bool isDirect = true;
  Status status = &from == &to ? Status() : from.openTo(to, isDirect);
  if (status && !isDirect)
    status = Status::invalid(
        from.name() + " cannot access the memory of " + to.name() +
        "; copies between them through the host would slow down the copies of planes; give devices "
        "with access (nvidia-smi topo -p2p w), in another order, or one device");
  return status;
}

Status DeviceChain::allocate() {
  const ProgramDescription &program = *domain.program;
  // Tables and checksums are in memory of the first device.
  const bool isShared = program.profileCount > 0 || program.pointsCount > 0;
  for (int i = 1; i < count(); ++i) {
    Status status = openTo(*devices[std::size_t(i) - 1], *devices[std::size_t(i)]);
    if (status && (isShared || (domain.hasChecksums && i + 1 == count())))
      status = openTo(*devices[std::size_t(i)], first());
    if (!status)
      return status;
  }
  for (int i = 0; i < count(); ++i) {
    Device *const before = i > 0 ? devices[std::size_t(i) - 1] : nullptr;
    if (Status status = memory[std::size_t(i)]->allocate(before); !status)
      return status;
  }
  return {};
}

Status DeviceChain::open(PlaneStore &store) {
  for (int i = 0; i < count(); ++i) {
    runners.push_back(
        std::make_unique<TaskRunner>(*devices[std::size_t(i)], domain, rings(i), store));
    if (Status status = runners.back()->open(); !status)
      return status;
  }
  return {};
}

Status DeviceChain::enqueue(const TraversalTask &task, const std::vector<TraversalShape> &shapes,
                            const Strip &strip, const Scalars &scalars, std::int64_t before) {
  const auto at = static_cast<std::size_t>(task.device);
  for (const TaskBefore &other : task.others)
    runners[at]->itsQueues().waitFor(task, runners[std::size_t(other.device)]->itsQueues(), other);
  for (std::size_t i = 0; i < at; ++i)
    before += shapes[i].steps();
  return runners[at]->enqueue(task, shapes[at], strip, scalars, before,
                              at + 1 < runners.size() ? runners[at + 1].get() : nullptr);
}

Status DeviceChain::settle() {
  Status first;
  for (const std::unique_ptr<TaskRunner> &runner : runners)
    if (Status status = runner->itsQueues().settle(); !status && first.ok())
      first = status;
  return first;
}

double DeviceChain::bytesHanded() const {
  double bytes = 0;
  for (const std::unique_ptr<TaskRunner> &runner : runners)
    bytes += runner->bytesHanded();
  return bytes;
}

} // namespace stencilc::inline STENCILC_SPACE
