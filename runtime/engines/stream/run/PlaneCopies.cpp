/// \file Enqueues copies of planes between host and device, and the computation of their checksums.
/// A copy is split where an allocation of pinned memory ends.
#include "runtime/engines/stream/run/PlaneCopies.h"

namespace stencilc::inline STENCILC_SPACE {

Status PlaneCopies::enqueue(const TraversalTask &task, const TraversalShape &shape,
                            const Strip &strip, Lane &lane) {
  const bool in = task.act == TraversalAct::CopyIn;
  for (int field = 0; field < static_cast<int>(domain.uses.size()); ++field)
    if (in || domain.uses[static_cast<std::size_t>(field)].isUpdated)
      if (Status status = enqueueField(field, task, shape, strip, lane); !status)
        return status;
  // Launches overwrite planes only when the whole chunk has arrived.
  if (store.checksums() && (!in || task.endsChunk))
    lane.join();
  return {};
}

Status PlaneCopies::enqueueField(int field, const TraversalTask &task, const TraversalShape &shape,
                                 const Strip &strip, Lane &lane) {
  const bool in = task.act == TraversalAct::CopyIn;
  const TraversalShape::Range &rows = in ? strip.held : strip.owned;
  const TraversedField &use = domain.uses[static_cast<std::size_t>(field)];
  const int current = in ? 0 : shape.currentAtEnd(use);
  const std::uint64_t row = domain.rowBytes(field);
  for (int age = 0; age < (task.isState ? use.buffers : use.levels); ++age) {
    const int buffer = task.isState ? age : use.buffer(current, -age);
    const Part part = {.task = task,
                       .shape = shape,
                       .lane = lane,
                       .in = in,
                       .field = field,
                       .age = age,
                       .ring = rings.indexOf(field, buffer),
                       .bytes = row * std::uint64_t(rows.count()),
                       .inRing = row * std::uint64_t(rows.begin - strip.held.begin),
                       .inStore = row * std::uint64_t(rows.begin)};
    if (Status status = copy(part); !status)
      return status;
  }
  return {};
}

Status PlaneCopies::copy(const Part &part) {
  constexpr std::uint64_t kWidestPitch = (std::uint64_t{1} << 31) - 1; // of one copy of many planes
  for (int z = part.task.begin; z < part.task.end;) {
    StoredPlanes stored = store.planesAt(part.task, part.shape, part.field, part.age, z);
    stored.data += part.inStore;
    stored.count = std::min(stored.count, part.task.end - z);
    const std::uint64_t room = roomFor(stored);
    if (room < part.bytes || std::max(stored.pitch, rings.pitchOf(part.field)) > kWidestPitch)
      stored.count = 1;
    else
      stored.count = static_cast<int>(std::min<std::uint64_t>(
          std::uint64_t(stored.count), (room - part.bytes) / stored.pitch + 1));
    if (Status status = copyTogether(part, stored, z); !status)
      return status;
    if (!stored.isOnDevice)
      (part.in ? copiedIn : copiedOut) += double(part.bytes) * stored.count;
    z += stored.count;
  }
  return {};
}

/// Returns the number of bytes from the start of `stored` (planes in the backing store) to the next
/// end of a piece of pinned host memory. One copy must not cross that end. Returns the largest
/// 64-bit number for planes in device memory, which has no such limit.
std::uint64_t PlaneCopies::roomFor(const StoredPlanes &stored) const {
  if (stored.isOnDevice)
    return ~std::uint64_t{0};
  return pinnedPiece - static_cast<std::uint64_t>(stored.data - stored.pinned) % pinnedPiece;
}

/// Copies all planes of `stored` (planes in the backing store) to a ring buffer on the device with
/// one copy, or back if `part.in` is false. A single plane that crosses the end of a piece of
/// pinned host memory needs two copies. `z` is the index of the first plane. Also enqueues the
/// computation of checksums, if there are any.
Status PlaneCopies::copyTogether(const Part &part, const StoredPlanes &stored, int z) {
  Checksums *const sums = stored.isOnDevice ? nullptr : store.checksums();
  const PlaneWindow window = {rings.placeOf(part.ring, part.task.origin, z),
                              rings.pitchOf(part.field), part.bytes, stored.count};
  Status status;
  if (sums && !part.in) {
    part.lane.fork();
    status = sums->leave(part.lane, window, stored.slot);
  }
  const std::uint64_t first = std::min(part.bytes, roomFor(stored));
  if (status)
    status = copyBox(part, stored, z, 0, first);
  if (status && first < part.bytes)
    status = copyBox(part, stored, z, first, part.bytes - first);
  if (status && sums && part.in) {
    part.lane.fork();
    const bool isConstant = !domain.uses[static_cast<std::size_t>(part.field)].isUpdated;
    status = sums->arrive(part.lane, window, stored.slot, store.traversalsSoFar(), isConstant);
  }
  return status;
}

/// Copies `size` bytes of each plane of `stored` (planes in the backing store), from byte `from` of
/// the plane on, to a ring buffer on the device. If `part.in` is false, copies from the ring buffer
/// to `stored`. `z` is the index of the first plane in the domain.
Status PlaneCopies::copyBox(const Part &part, const StoredPlanes &stored, int z, std::uint64_t from,
                            std::uint64_t size) const {
  const auto many = static_cast<std::uint64_t>(stored.count);
  const std::uint64_t pitch = rings.pitchOf(part.field);
  const device::Place there = {rings.placeOf(part.ring, part.task.origin, z) + part.inRing + from,
                               pitch, pitch * many};
  const device::Place here = {stored.data + from, stored.pitch, stored.pitch * many};
  const device::Box box = {size, static_cast<std::size_t>(stored.count), 1};
  return part.in ? part.lane.copy(there, here, box) : part.lane.copy(here, there, box);
}

} // namespace stencilc::inline STENCILC_SPACE
