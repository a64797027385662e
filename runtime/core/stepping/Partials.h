/// \file Size of the memory in which reductions store intermediate results.
#pragma once

#include "runtime/core/fields/Checked.h"
#include "stencilc/Check.h"
#include "stencilc/Description.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns the bytes that the reductions of `program` need in addition to the fields, or nullopt on
/// overflow.
inline std::optional<std::uint64_t> partialBytes(const ProgramDescription &program,
                                                 const std::int64_t (&extents)[3]) {
  if (program.reductionCount == 0)
    return 0;
  const PartialCounts counts = countPartials(extents);
  std::uint64_t values = counts.first + counts.second;
  if (program.rank == 1 && (program.slabs || program.stream)) // for a part of the row
    values += static_cast<std::uint64_t>(RowPieces::most(extents[0]));
  return checkedProduct(
      {values, sizeof(double), static_cast<std::uint64_t>(program.reductionCount)});
}

} // namespace stencilc::inline STENCILC_SPACE
