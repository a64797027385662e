/// \file Cost of sources (points at which values are added) and receivers (points at which values
/// are recorded) in kernels.
///
/// A thread tests whether a row of its cells contains points. It compares the row with a box around
/// all points, and searches a list of points only if the row is in the box (runtime: PointTable.h).
/// Nearly all rows are outside of the box. Only the cost of a test that fails therefore matters,
/// and the number of points does not. The constants are differences between the machine code of
/// kernels with and without points (NVCC 13.0, sm_90), along the shortest path through a kernel's
/// loop.
#pragma once

#include "analysis/Facts.h"

namespace stencilc::plan {

/// Returns the additional registers per thread for sources (points at which values are added) in
/// kernel number `index` of the program. A thread computes `rows` rows of `cells` cells each. The
/// compiler keeps the f64 weights of the points in all rows in registers. Measured in sweeps: 17,
/// 33 and 28 registers for one row of 1, 2 and 4 cells, and 40 for two rows of 4.
int pointRegisters(const analysis::Facts &facts, std::size_t index, int rows, int cells);

/// Returns the number of instructions per cell update with which a thread tests whether a row
/// contains points of a source. `index` is the number of the kernel in the program, and `cells` the
/// number of cells of a row per thread. Instructions that add the values of sources are not
/// included.
double pointInstructions(const analysis::Facts &facts, std::size_t index, int cells);

/// Returns the number of cycles in which a thread tests one row of its cells for points of sources
/// (points at which values are added). `index` is the number of the kernel in the program. A block
/// of a sweep starts no loads in this time.
double pointCycles(const analysis::Facts &facts, std::size_t index);

/// Returns the number of instructions per cell update with which a fused kernel records values for
/// receivers (points at which a run saves a field). `cells` is the number of cells of a row per
/// thread.
double recordInstructions(const analysis::Facts &facts, int cells);

} // namespace stencilc::plan
