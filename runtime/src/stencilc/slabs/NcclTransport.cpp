/// \file Exchanges by NCCL.
#include "stencilc/slabs/NcclTransport.h"
#include <algorithm>
#include <future>

namespace stencilc::inline STENCILC_SPACE {

Status NcclTransport::open() {
  std::vector<Device *> devices;
  for (const SlabPart &part : parts)
    devices.push_back(&part.itsDevice());
  Status status = RankTransport::open();
  return status ? link.open(division.parts, (*parts.begin()).itsNumber(), devices) : status;
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

/// Where queues are threads of the host, what is before it in them has to end first.
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
