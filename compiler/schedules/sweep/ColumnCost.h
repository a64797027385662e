/// \file Predicts the cost of sweeps with columns of cells in registers: registers of a thread, and
/// memory traffic of a kernel.
#pragma once

#include "plan/CostModel.h"
#include "schedules/sweep/Rows.h"

namespace stencilc::schedules {

/// Options of a sweep kernel that holds columns of cells in registers.
struct ColumnOptions {
  int cells = 1;    // cells of a row for each thread
  int prefetch = 0; // planes loaded ahead
  bool keepsColumn = true;
};

/// Returns the predicted number of registers of a thread: for held cells, planes that are loaded
/// ahead, results, and others.
int columnRegisters(const analysis::Facts &facts, std::size_t index, const SweepShape &shape,
                    const ColumnOptions &options);

/// Returns the predicted traffic of a sweep kernel whose shape is set. `vectorBytes`: largest
/// access of a thread to its own cells. Memory traffic is each field level once, plus the planes
/// that two chunks read. L2 traffic is the rows beyond the edge of the block.
plan::Traffic columnTraffic(const analysis::Facts &facts, std::size_t index,
                            const plan::KernelPlan &kernel, const machine::Shares &shares,
                            int vectorBytes, const Extents &extents);

/// Returns the bytes per update that memory could have loaded while threads look up the weights of
/// point sources and receivers. They do so in each plane before they load the next one. Without
/// this term, `shot` (f32, 512 cubed, an H100, one block of 8 warps) reached 115 GLUP/s where 153
/// were predicted.
double bytesLostAsking(const analysis::Facts &facts, std::size_t index,
                       const plan::KernelPlan &kernel, const plan::Target &target);

} // namespace stencilc::schedules
