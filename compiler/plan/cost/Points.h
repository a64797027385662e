/// \file Cost of sources and receivers in the kernels that apply them.
///
/// A thread tests each row of its cells for points. It compares the row with a
/// box around all points, and searches a list of points only if the row is in the box (runtime:
/// PointTable.h). Nearly all rows are outside of the box. The number of points therefore does not
/// matter, only the cost of a test that fails. The constants are differences between the machine
/// code of kernels with and without points (NVCC 13.0, sm_90), along the shortest path through a
/// kernel's loop.
#pragma once

#include "analysis/Facts.h"

namespace stencilc::plan {

/// Returns the registers that sources add to a thread of kernel `index`, which computes `rows` rows
/// of `cells` cells. Compilers keep the f64 weights of all rows in registers. Measured for sweeps:
/// 17, 33 and 28 for one row of 1, 2 and 4 cells, 40 for two rows of four.
int pointRegisters(const analysis::Facts &facts, std::size_t index, int rows, int cells);

/// Returns the instructions per cell update with which kernel `index` tests rows of `cells` cells
/// for sources. Instructions that add the values of sources are not included.
double pointInstructions(const analysis::Facts &facts, std::size_t index, int cells);

/// Returns the cycles that a thread of kernel `index` takes to test one row for sources. If a sweep
/// has one block per multiprocessor, no loads start in this time. The test made a program (f32, 512
/// cubed, H100) 1.5 to 4.5% slower.
double pointCycles(const analysis::Facts &facts, std::size_t index);

/// Returns the instructions per cell update with which a fused kernel stores values for receivers
/// (points at which a run saves a field). Threads compute rows of `cells` cells.
double recordInstructions(const analysis::Facts &facts, int cells);

} // namespace stencilc::plan
