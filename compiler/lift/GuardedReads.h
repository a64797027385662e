/// \file The cells in which a read or a write is executed, given the conditions around it.
#pragma once

#include "lift/Nest.h"
#include <functional>

namespace stencilc::lift {

/// Cells in which a read or a write is executed.
struct Reach {
  std::vector<Loop> loops; // a box that contains all of these cells
  bool isExact = true;     // the box contains no other cells
};

/// Calls `use` for every read in `value`, with the cells of `loops` in which the conditions on
/// positions around the read hold, as in `i > 0 ? u[i-1] : 0`. Skips reads that never happen.
void forGuardedReads(const Step &step, const Value &value, const std::vector<Loop> &loops,
                     const std::function<void(const Node &read, const Reach &where)> &use);

/// Calls `use` with the cells that assign to `write.cell`. A branch that leaves the cell unchanged
/// does not belong to them.
void forGuardedWrites(const Step &step, const Write &write,
                      const std::function<void(const Reach &where)> &use);

} // namespace stencilc::lift
