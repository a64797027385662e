/// \file Exchanges planes between processes with NCCL.
#include "runtime/engines/slabs/transport/NcclTransport.h"
#include <algorithm>
#include <deque>
#include <future>

namespace stencilc::inline STENCILC_SPACE {

Status NcclTransport::open() {
  std::vector<Device *> devices;
  for (const SlabPart &part : parts)
    devices.push_back(&part.itsDevice());
  Status status = RankTransport::open();
  if (status)
    status = link.open(division.parts, (*parts.begin()).itsNumber(), devices);
  return status ? greet() : status;
}

namespace {
/// First transfer of one byte to and from each neighbour, which opens NCCL's connections. The
/// object owns the device memory and the queue of this transfer.
class Greeting {
public:
  explicit Greeting(Device &device) : device(device) {}
  Greeting(const Greeting &) = delete;
  Greeting &operator=(const Greeting &) = delete;
  ~Greeting() { device.release(bytes); }

  Status open() {
    constexpr std::size_t kBytes = 4; // one byte to and one from either side
    Status status = device.allocate(kBytes, bytes);
    if (status)
      status = device.fill(bytes, 0, kBytes, nullptr);
    if (status)
      status = device.synchronize(nullptr);
    return status ? device.makeLane(true, queue) : status;
  }
  Lane &lane() const { return *queue; }
  unsigned char *sent(SlabSide side) const {
    return static_cast<unsigned char *>(bytes) + (side == SlabSide::High);
  }
  unsigned char *received(SlabSide side) const { return sent(side) + 2; }

private:
  Device &device;
  void *bytes = nullptr;
  std::unique_ptr<Lane> queue;
};
} // namespace

Status NcclTransport::greet() {
  std::deque<Greeting> all;
  for (const SlabPart &part : parts)
    if (Status status = all.emplace_back(part.itsDevice()).open(); !status)
      return status;
  const auto meet = [&](const SlabPart &part, SlabSide side) {
    const int own = part.itsNumber(), next = division.neighbour(own, side);
    if (next < 0 || isMine(next))
      return Status();
    const Greeting &greeting = all[parts.indexOf(own)];
    Stream const stream = greeting.lane().stream();
    Status status = link.send(own, next, greeting.sent(side), 1, stream);
    return status ? link.receive(own, next, greeting.received(side), 1, stream) : status;
  };
  Status status = link.together([&] {
    Status said;
    for (const SlabPart &part : parts)
      for (const SlabSide side : {SlabSide::Low, SlabSide::High})
        if (said)
          said = meet(part, side);
    return said;
  });
  for (const Greeting &greeting : all)
    greeting.lane().finish();
  if (!status)
    return status;
  return link.await([&] {
    return std::all_of(all.begin(), all.end(),
                       [](const Greeting &one) { return one.lane().hasEnded(0); });
  });
}

Status NcclTransport::leave(const SlabTask &task, const SlabPart &from) {
  halves.push_back({task, from, from.lane(task.queue), false});
  return {};
}

Status NcclTransport::receive(const SlabTask &task, const SlabPart &to) {
  halves.push_back({task, to, *inboxOf(task).lane, true});
  return {};
}

Status NcclTransport::end(bool failed) {
  if (halves.empty())
    return {};
  Status status = failed ? Status() : exchange();
  exchanges = halves.front().task.number + 1;
  lanes.clear();
  for (const Half &half : halves) {
    half.lane.finish();
    lanes.push_back(&half.lane);
  }
  halves.clear();
  return status;
}

/// Blocks until all earlier operations in `lane` have ended. The queue `lane` must be a host
/// thread, because NCCL waits for earlier operations only in streams of a GPU.
static void letEnd(Lane &lane) {
  std::promise<void> ended;
  lane.call([&] { ended.set_value(); });
  ended.get_future().wait();
}

Status NcclTransport::exchange() {
  for (const Half &half : halves)
    if (!half.part.itsDevice().isGpu())
      letEnd(half.lane);
  return link.together([this] {
    Status status;
    for (const Half &half : halves)
      if (status)
        status = put(half);
    return status;
  });
}

Status NcclTransport::put(const Half &half) {
  const SlabTask &task = half.task;
  const int begin = task.planes.begin + (half.arrives ? task.shift : 0);
  return half.part.eachSent(task, [&](int field, int buffer, std::size_t bytes) {
    unsigned char *const planes = half.part.plane(field, buffer, begin);
    Stream const stream = half.lane.stream();
    return half.arrives ? link.receive(task.to, task.part, planes, bytes, stream)
                        : link.send(task.part, task.to, planes, bytes, stream);
  });
}

Status NcclTransport::await(std::int64_t group) {
  const std::int64_t last = std::min(group, exchanges - 1);
  if (last < 0)
    return {};
  return link.await([&] {
    return std::all_of(lanes.begin(), lanes.end(),
                       [last](Lane *lane) { return lane->hasEnded(last); });
  });
}

Status NcclTransport::settle() {
  Status status = await(exchanges - 1), last = RankTransport::settle();
  return status ? last : status;
}

} // namespace stencilc::inline STENCILC_SPACE
