/// \file The most cells that a thread of a sweep holds in registers at once.
#pragma once

#include "schedules/sweep/ColumnCost.h"

namespace stencilc::schedules {

/// Words of cells that were read and of new ones, where they are most: a cell is held from its load
/// to the last stage that reads it, and beyond where the column moves on; a new one from its stage
/// to the end of the plane, when all are stored.
int heldWords(const analysis::Facts &facts, std::size_t index, const SweepShape &shape,
              const ColumnOptions &options);

} // namespace stencilc::schedules
