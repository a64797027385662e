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

/// Bytes an update that memory could bring while threads ask for points, which they do in each
/// plane before they load the next one: `shot` (f32, 512 cubed, an H100, one block of 8 warps) had
/// 115 GLUP/s where 153 were predicted without this.
double bytesLostAsking(const analysis::Facts &facts, std::size_t index,
                       const plan::KernelPlan &kernel, const plan::Target &target);

} // namespace stencilc::schedules
