/// \file Computes how many cells a thread of a sweep holds in registers at the same time.
#pragma once

#include "schedules/sweep/ColumnCost.h"

namespace stencilc::schedules {

/// Returns the largest number of 32-bit registers of a thread that contain cells at the same time,
/// in kernel number `index`. A loaded cell stays in a register until the last stage that reads it,
/// or longer if the next plane needs it. A new cell stays from its stage to the end of the plane,
/// when new cells are written to global memory.
int heldWords(const analysis::Facts &facts, std::size_t index, const SweepShape &shape,
              const ColumnOptions &options);

} // namespace stencilc::schedules
