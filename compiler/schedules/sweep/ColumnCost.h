/// \file Predicts registers and memory traffic of sweeps that keep columns of cells in registers.
#pragma once

#include "plan/cost/CostModel.h"
#include "schedules/sweep/Rows.h"

namespace stencilc::schedules {

/// Maximum number of 32-bit words that the compiler loads into registers at once, in addition to
/// cells that the kernel keeps from plane to plane.
inline constexpr int kWordsLoadedAtOnce = 96;

/// Returns the number of 32-bit registers for `cells` cells of `bytes` bytes each.
constexpr int registersOfCells(int bytes, int cells) { return (bytes * cells + 3) / 4; }

/// Options of a sweep kernel that can keep columns (cells with the same x and y in consecutive
/// planes) in registers from plane to plane.
struct ColumnOptions {
  int cells = 1;    // adjacent cells of a row that each thread updates
  int prefetch = 0; // planes loaded into registers ahead of their use
  bool keepsColumn = true;
};

/// Returns the predicted number of 32-bit registers of a thread of kernel number `index`. They
/// contain cells, prefetched planes, intermediate values, new cells, addresses and offsets.
int columnRegisters(const analysis::Facts &facts, std::size_t index, const SweepShape &shape,
                    const ColumnOptions &options);

/// Returns the predicted traffic (bytes and instructions per update) of kernel number `index`, a
/// sweep with cells in registers. The shape of `kernel` must be set. `vectorBytes` is the size of a
/// thread's widest access in bytes, and `extents` the size of the grid. Each field is read from
/// memory once per time level, and a part of the planes that two blocks read a second time. Rows of
/// neighbouring blocks come from L2.
plan::Traffic columnTraffic(const analysis::Facts &facts, std::size_t index,
                            const plan::KernelPlan &kernel, const plan::Target &target,
                            int vectorBytes, const Extents &extents);

} // namespace stencilc::schedules
