/// \file Sends and receives planes of slabs by MPI, through pinned host buffers.
#include "runtime/engines/slabs/transport/BufferTransport.h"
#include "runtime/core/support/Seconds.h"

namespace stencilc::inline STENCILC_SPACE {

Status BufferTransport::Buffer::hold(std::uint64_t wanted) {
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

BufferTransport::~BufferTransport() {
  for (Buffer &buffer : outgoing) // MPI reads a buffer until its message has arrived
    if (!buffer.request.empty())
      (void)ranks.wait(buffer.request, "taken planes", 0);
}

int BufferTransport::tagOf(const SlabTask &task) {
  return kRankPlanes + 2 * task.part + (task.queue == kSlabUp);
}

Status BufferTransport::take(Device &device, Buffer *&taken) {
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

Status BufferTransport::leave(const SlabTask &task, const SlabPart &from) {
  Lane &queue = from.lane(task.queue);
  Status status = putOut(task, from, queue);
  queue.finish();
  return status;
}

Status BufferTransport::putOut(const SlabTask &task, const SlabPart &from, Lane &queue) {
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
  leaving.push_back(
      {buffer, bytes, rankOf(task.to), tagOf(task), {task.part, task.queue, task.number}});
  unsigned char *to = buffer->memory;
  return from.eachSent(task, [&](int field, int copied, std::size_t size) {
    const unsigned char *const planes = from.plane(field, copied, task.planes.begin);
    Status put = queue.copy({to, size, size}, {planes, size, size}, {size});
    to += size;
    return put;
  });
}

Status BufferTransport::post() {
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

Status BufferTransport::receive(const SlabTask &task, const SlabPart &to) {
  Lane &queue = *inboxOf(task).lane;
  Status status = takeIn(task, to, queue);
  queue.finish();
  return status;
}

Status BufferTransport::takeIn(const SlabTask &task, const SlabPart &to, Lane &queue) {
  const std::uint64_t bytes = to.sentBytes(task);
  if (bytes == 0)
    return {};
  Buffer &buffer = incoming.try_emplace({task.part, task.queue}, to.itsDevice()).first->second;
  // This wait is short: the planes that the neighbour needs were computed from the previous
  // contents of the buffer.
  Status status = task.number > 0 ? queue.await(task.number - 1) : Status();
  if (status)
    status = buffer.hold(bytes);
  const int from = rankOf(task.part);
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
    Status put = queue.copy({planes, size, size}, {next, size, size}, {size});
    next += size;
    return put;
  });
}

} // namespace stencilc::inline STENCILC_SPACE
