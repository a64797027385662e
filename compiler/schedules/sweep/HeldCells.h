/// \file Computes how many cells a thread of a sweep holds in registers at the same time.
#pragma once

#include "schedules/sweep/ColumnCost.h"

namespace stencilc::schedules {

/// Returns the largest number of 32-bit registers of a thread that hold cells at the same time. A
/// cell is held from its load to the last stage that reads it, or longer if the next plane needs
/// it. A new cell is held from its stage to the end of the plane, when all new cells are stored.
int heldWords(const analysis::Facts &facts, std::size_t index, const SweepShape &shape,
              const ColumnOptions &options);

} // namespace stencilc::schedules
