/// \file Predicts registers and memory traffic of sweeps that keep columns of cells in registers.
#pragma once

#include "plan/cost/CostModel.h"
#include "schedules/sweep/Rows.h"

namespace stencilc::schedules {

/// Options of a sweep kernel that keeps columns of cells in registers from plane to plane.
struct ColumnOptions {
  int cells = 1;    // cells of a row for each thread
  int prefetch = 0; // planes loaded ahead
  bool keepsColumn = true;
};

/// Returns the predicted number of registers of a thread: for cells in registers, prefetched
/// planes, new values, addresses and others.
int columnRegisters(const analysis::Facts &facts, std::size_t index, const SweepShape &shape,
                    const ColumnOptions &options);

/// Returns the predicted traffic (bytes and instructions per update) of sweep kernel `index`, whose
/// shape is set. `vectorBytes` is the largest access of a thread to its own cells. Memory transfers
/// each field once per time level, and a part of the planes that two blocks read a second time. L2
/// transfers the rows beyond the edges of blocks.
plan::Traffic columnTraffic(const analysis::Facts &facts, std::size_t index,
                            const plan::KernelPlan &kernel, const plan::Target &target,
                            int vectorBytes, const Extents &extents);

} // namespace stencilc::schedules
