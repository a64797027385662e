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

/// Calls `use` with the loop iterations in which `write` changes the value of its cell. Each branch
/// of a choice `c ? a : b` in the assigned value gives one call. Skips branches that assign the old
/// value of the cell, and branches that are never executed.
void forGuardedWrites(const Step &step, const Write &write,
                      const std::function<void(const Reach &where)> &use);

} // namespace stencilc::lift
