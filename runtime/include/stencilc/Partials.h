/// \file The memory reductions work in: how much, and which lists are reduced one after the other.
#pragma once

#include "stencilc/Checked.h"
#include "stencilc/Description.h"
#include "stencilc/Reduce.h"

namespace stencilc {

/// The lists left after `done` were reduced to `extents` values: along the first axis that is
/// longer than 1. Of length 1 when one value is left.
inline Lists nextLists(std::int64_t (&extents)[3]) {
  for (int turn = 0; turn < 2 && extents[0] == 1; ++turn) {
    extents[0] = extents[1];
    extents[1] = extents[2];
    extents[2] = 1;
  }
  return {extents[1] * extents[2], extents[0]};
}

/// Values of one reduction in the two places that its lists alternate between.
struct PartialCounts {
  std::uint64_t first = 0, second = 0;
};

inline PartialCounts countPartials(const std::int64_t (&extents)[3]) {
  std::int64_t left[3] = {ceilDiv(extents[0], std::int64_t{kSegment}), extents[1], extents[2]};
  PartialCounts counts;
  counts.first = static_cast<std::uint64_t>(left[0] * left[1] * left[2]);
  const Lists lists = nextLists(left);
  counts.second = lists.length > 1 ? static_cast<std::uint64_t>(lists.allSegments()) : 0;
  return counts;
}

/// Bytes the reductions of `program` need beside its fields.
inline std::optional<std::uint64_t> partialBytes(const ProgramDescription &program,
                                                 const std::int64_t (&extents)[3]) {
  if (program.reductionCount == 0)
    return 0;
  const PartialCounts counts = countPartials(extents);
  return checkedProduct({counts.first + counts.second, sizeof(double),
                         static_cast<std::uint64_t>(program.reductionCount)});
}

} // namespace stencilc
