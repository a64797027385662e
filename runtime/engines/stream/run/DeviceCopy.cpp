/// \file Enqueues copies of planes, for each field and time level, from the ring buffers of one
/// device to those of the next.
#include "runtime/engines/stream/run/DeviceCopy.h"

namespace stencilc::inline STENCILC_SPACE {

Status handOver(const OutOfCoreDomain &domain, const RingMemory &from, const RingMemory &to,
                const TraversalTask &task, const TraversalShape &shape, const Strip &strip,
                Lane &lane, double &bytes) {
  const auto planes = static_cast<std::size_t>(task.end - task.begin);
  for (int field = 0; field < domain.program->fieldCount; ++field) {
    const TraversedField &use = domain.uses[static_cast<std::size_t>(field)];
    const int current = shape.currentAtEnd(use);
    const std::uint64_t plane = domain.rowBytes(field) * std::uint64_t(strip.held.count());
    for (int age = 0; age < use.levels; ++age) {
      const std::uint64_t here = from.pitchOf(field), there = to.pitchOf(field);
      unsigned char *const source =
          from.placeOf(from.indexOf(field, use.buffer(current, -age)), task.origin, task.begin);
      unsigned char *const target =
          to.placeOf(to.indexOf(field, use.buffer(0, -age)), task.origin, task.begin);
      if (Status status = lane.copy({target, there, there * planes}, {source, here, here * planes},
                                    {plane, planes});
          !status)
        return status;
      bytes += double(plane) * double(planes);
    }
  }
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
