/// \file Cost of sweeps with columns in registers: registers of a thread, and traffic of a kernel.
#pragma once

#include "plan/CostModel.h"
#include "schedules/sweep/Rows.h"

namespace stencilc::schedules {

/// Options for the columns of a kernel.
struct ColumnOptions {
  int cells = 1;    // cells of a row for each thread
  int prefetch = 0; // planes loaded ahead
  bool keepsColumn = true;
};

/// Returns the predicted registers of a thread: cells held, planes loaded ahead, results, and
/// others.
int columnRegisters(const analysis::Facts &facts, std::size_t index, const SweepShape &shape,
                    const ColumnOptions &options);

/// Returns the predicted traffic of a kernel that has its shape, with accesses of at most
/// `vectorBytes` bytes to a thread's own cells. Memory traffic is each field level once, plus the
/// planes that two chunks read. L2 traffic is the rows beyond the block's edge.
plan::Traffic columnTraffic(const analysis::Facts &facts, std::size_t index,
                            const plan::KernelPlan &kernel, const machine::Shares &shares,
                            int vectorBytes, const Extents &extents);

/// Returns the bytes per update that memory could load during lookups of point weights. Each plane
/// does these before it loads the next one. Without this, `shot` (f32, 512 cubed, an H100, one
/// block of 8 warps) reached 115 GLUP/s where 153 were predicted.
double bytesLostAsking(const analysis::Facts &facts, std::size_t index,
                       const plan::KernelPlan &kernel, const plan::Target &target);

} // namespace stencilc::schedules
