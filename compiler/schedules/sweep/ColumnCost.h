/// \file What a sweep with columns in registers takes: registers of a thread, traffic of a kernel.
#pragma once

#include "plan/CostModel.h"
#include "schedules/sweep/Rows.h"

namespace stencilc::schedules {

/// What is chosen about the columns of a kernel.
struct ColumnOptions {
  int cells = 1;    // of a row
  int prefetch = 0; // planes loaded ahead
  bool keepsColumn = true;
};

/// Registers of a thread: all cells held, the planes loaded ahead, the results, and the rest.
int columnRegisters(const analysis::Facts &facts, std::size_t index, const SweepShape &shape,
                    const ColumnOptions &options);

/// What a kernel with its shape moves, with accesses of at most `vectorBytes` to own cells. Memory:
/// each field level once, and what chunks read again. L2: the rows beyond the block's edge.
plan::Traffic columnTraffic(const analysis::Facts &facts, std::size_t index,
                            const plan::KernelPlan &kernel, const machine::Shares &shares,
                            int vectorBytes, const Extents &extents);

} // namespace stencilc::schedules
