/// \file The cells in which a read or a write is executed, given the conditions around it.
#pragma once

#include "lift/Nest.h"
#include <functional>

namespace stencilc::lift {

/// Iterations of the C loops, and thus cells, in which a read or a write is executed.
struct Reach {
  std::vector<Loop> loops; // a box that contains all of these cells
  bool isExact = true;     // the box contains no other cells
};

/// Calls `use` for every read in `value`, with the cells of `loops` in which the read is executed.
/// Conditions on positions exclude cells: `i > 0 ? u[i-1] : 0` reads only for `i > 0`. Reads that
/// are never executed are skipped.
void forGuardedReads(const Step &step, const Value &value, const std::vector<Loop> &loops,
                     const std::function<void(const Node &read, const Reach &where)> &use);

/// Calls `use` with the cells in which `write` changes its cell, once for each branch of its
/// conditions. Branches that leave the cell unchanged are skipped.
void forGuardedWrites(const Step &step, const Write &write,
                      const std::function<void(const Reach &where)> &use);

} // namespace stencilc::lift
