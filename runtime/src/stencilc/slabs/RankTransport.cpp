/// \file Planes that leave a process, and those that arrive.
#include "stencilc/slabs/RankTransport.h"
#include "stencilc/Seconds.h"

namespace stencilc::inline STENCILC_SPACE {

Status RankTransport::Buffer::hold(std::uint64_t wanted) {
  if (wanted <= bytes)
    return {};
  device.releaseHost(memory, bytes);
  memory = nullptr;
  bytes = 0;
  Status status = device.allocateHost(wanted, memory);
  if (status)
    bytes = wanted;
  return status;
}

RankTransport::~RankTransport() {
  for (Buffer &buffer : outgoing) // what was sent is read until it has arrived
    if (!buffer.request.empty())
      (void)ranks.wait(buffer.request, "taken planes", 0);
}

Status RankTransport::open() {
  for (const SlabPart &part : parts)
    for (const SlabSide side : {SlabSide::Low, SlabSide::High}) {
      const int next = division.neighbour(part.itsNumber(), side);
      if (next < 0 || isMine(next))
        continue;
      // What comes from below was sent up.
      const std::pair<int, int> key = {next, side == SlabSide::Low ? kSlabUp : kSlabDown};
      Inbox &inbox = inboxes.try_emplace(key, part.itsDevice()).first->second;
      if (Status status = part.itsDevice().makeLane(true, inbox.lane); !status)
        return status;
    }
  return {};
}

Lane *RankTransport::lane(int part, int queue) {
  if (SlabPart *const mine = parts.find(part))
    return &mine->lane(queue);
  const auto found = inboxes.find({part, queue});
  return found == inboxes.end() ? nullptr : found->second.lane.get();
}

bool RankTransport::arrives(const SlabTask &task) const {
  return task.act == SlabAct::Send && !isMine(task.part) && isMine(task.to);
}

int RankTransport::tagOf(const SlabTask &task) {
  return kRankPlanes + 2 * task.part + (task.queue == kSlabUp);
}

Status RankTransport::move(const SlabTask &task) {
  if (arrives(task))
    return receive(task, *parts.find(task.to));
  const SlabPart &from = *parts.find(task.part);
  return isMine(task.to) ? from.send(task, *parts.find(task.to)) : leave(task, from);
}

Status RankTransport::take(Device &device, Buffer *&taken) {
  taken = nullptr;
  for (Buffer &buffer : outgoing) {
    if (Status status = ranks.messages().test(buffer.request); !status)
      return status;
    if (buffer.request.empty() && !buffer.isTaken && &buffer.device == &device)
      taken = &buffer;
  }
  if (!taken)
    taken = &outgoing.emplace_back(device);
  return {};
}

Status RankTransport::leave(const SlabTask &task, const SlabPart &from) {
  const std::uint64_t bytes = from.sentBytes(task);
  if (bytes == 0)
    return {};
  Buffer *buffer = nullptr;
  Status status = take(from.itsDevice(), buffer);
  if (status)
    status = buffer->hold(bytes);
  if (!status)
    return status;
  buffer->isTaken = true;
  leaving.push_back({buffer,
                     bytes,
                     ranksOf[static_cast<std::size_t>(task.to)],
                     tagOf(task),
                     {task.part, task.queue, task.number}});
  unsigned char *to = buffer->memory;
  Lane &queue = from.lane(task.queue);
  return from.eachSent(task, [&](int field, int copied, std::size_t size) {
    const unsigned char *const planes = from.plane(field, copied, task.planes.begin);
    Status put = queue.copy({to, size, size}, {planes, size, size}, {size});
    to += size;
    return put;
  });
}

Status RankTransport::post() {
  Status status;
  for (const Leaving &each : leaving) {
    if (status)
      status = lane(each.task.part, each.task.queue)->await(each.task.number);
    if (status)
      status = ranks.messages().send(each.to, each.tag, each.buffer->memory, each.bytes,
                                     each.buffer->request);
    each.buffer->isTaken = false;
  }
  leaving.clear();
  return status;
}

Status RankTransport::receive(const SlabTask &task, const SlabPart &to) {
  Inbox &inbox = inboxes.at({task.part, task.queue});
  inbox.count = task.number + 1;
  const std::uint64_t bytes = to.sentBytes(task);
  if (bytes == 0)
    return {};
  Buffer &buffer = inbox.buffer;
  // Long over, where the planes that have just been sent were computed from what was in it.
  Status status = task.number > 0 ? inbox.lane->await(task.number - 1) : Status();
  if (status)
    status = buffer.hold(bytes);
  const int from = ranksOf[static_cast<std::size_t>(task.part)];
  if (status)
    status = ranks.messages().receive(from, tagOf(task), buffer.memory, bytes, buffer.request);
  const double start = secondsNow();
  if (status)
    status = ranks.wait(buffer.request, "sent planes", from);
  waited += secondsNow() - start;
  if (!status)
    return status;
  const unsigned char *next = buffer.memory;
  return to.eachSent(task, [&](int field, int copied, std::size_t size) {
    unsigned char *const planes = to.plane(field, copied, task.planes.begin + task.shift);
    Status put = inbox.lane->copy({planes, size, size}, {next, size, size}, {size});
    next += size;
    return put;
  });
}

Status RankTransport::settle() {
  Status first;
  for (auto &[from, inbox] : inboxes)
    if (inbox.count > 0)
      if (Status status = inbox.lane->await(inbox.count - 1); !status && first.ok())
        first = status;
  return first;
}

} // namespace stencilc::inline STENCILC_SPACE
