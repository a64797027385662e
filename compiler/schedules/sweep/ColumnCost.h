/// \file Predicts registers and memory traffic of sweep kernels that keep columns in registers.
///
/// A column has the cells of a thread with the same x and y in consecutive planes.
#pragma once

#include "plan/cost/CostModel.h"
#include "schedules/sweep/Rows.h"

namespace stencilc::schedules {

/// Upper limit of the predicted registers (32 bits each) of a thread for cells whose loads are in
/// flight. It does not limit registers for cells that stay from plane to plane.
inline constexpr int kWordsLoadedAtOnce = 96;

/// Returns the number of 32-bit registers that `cells` cells of `bytes` bytes each occupy.
constexpr int registersOfCells(int bytes, int cells) { return (bytes * cells + 3) / 4; }

/// Options of a sweep kernel that determine its columns in registers. A column has the cells of a
/// thread with the same x and y in consecutive planes.
struct ColumnOptions {
  int cells = 1;           // adjacent cells of a row that each thread updates
  int prefetch = 0;        // planes loaded into registers ahead of their use
  bool keepsColumn = true; // cells stay in registers from plane to plane; false: loaded again
};

/// Returns the predicted number of 32-bit registers of a thread of kernel number `index` of the
/// program. `shape` has the rows of cells that the thread keeps in registers. `options` has the
/// cells per thread and the prefetched planes. The result counts these cells, intermediate values,
/// new cells and addresses.
int columnRegisters(const analysis::Facts &facts, std::size_t index, const SweepShape &shape,
                    const ColumnOptions &options);

/// Returns the predicted bytes and instructions per updated cell of kernel number `index`, which
/// keeps columns of cells in registers. Precondition: `kernel.shape` is a SweepShape. `vectorBytes`
/// is the size of a thread's widest access, and `extents` the size of the grid in cells.
///
/// The model assumes that each field is read from memory once per time level. A part of the planes
/// that two blocks read is read twice. Rows of neighbouring blocks come from L2.
plan::Traffic columnTraffic(const analysis::Facts &facts, std::size_t index,
                            const plan::KernelPlan &kernel, const plan::Target &target,
                            int vectorBytes, const Extents &extents);

} // namespace stencilc::schedules
