/// \file Computes how many registers of a thread of a sweep kernel contain cells at the same time.
#pragma once

#include "schedules/sweep/ColumnCost.h"

namespace stencilc::schedules {

/// Returns the largest number of 32-bit registers of a thread that contain cells at the same time,
/// in kernel number `index`. `shape` has the rows of cells that the thread keeps in registers.
/// `options` has the cells per thread and the prefetched planes. A loaded cell occupies its
/// register until the last stage (update statement) that reads it, or longer if the next plane
/// needs it. A new cell occupies a register from its stage until the new cells of the plane are
/// written to global memory.
int heldWords(const analysis::Facts &facts, std::size_t index, const SweepShape &shape,
              const ColumnOptions &options);

} // namespace stencilc::schedules
