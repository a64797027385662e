/// \file Copies planes between the parts of a domain in several processes. Copies within a process
/// are made here. For other copies each process executes its half, the sending or the receiving.
#include "runtime/engines/slabs/transport/RankTransport.h"

namespace stencilc::inline STENCILC_SPACE {

Status RankTransport::open() {
  for (const SlabPart &part : parts)
    for (const SlabSide side : {SlabSide::Low, SlabSide::High}) {
      const int next = division.neighbour(part.itsNumber(), side);
      if (next < 0 || isMine(next))
        continue;
      // Planes from the low neighbour come from its upward queue.
      Inbox &inbox = inboxes[{next, side == SlabSide::Low ? kSlabUp : kSlabDown}];
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

Status RankTransport::move(const SlabTask &task) {
  if (arrives(task)) {
    inboxOf(task).count = task.number + 1;
    return receive(task, *parts.find(task.to));
  }
  const SlabPart &from = *parts.find(task.part);
  if (!isMine(task.to))
    return leave(task, from);
  Status status = from.send(task, *parts.find(task.to));
  from.lane(task.queue).finish();
  return status;
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
