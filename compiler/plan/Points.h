/// \file Cost of sources and receivers in the kernels that apply them.
///
/// For each row of its cells a thread tests whether it contains a point. It compares the row with a
/// box around all points, and searches a list of points only if the row is in the box (runtime:
/// PointTable.h). Nearly all rows are outside of the box. The number of points therefore does not
/// matter, only the cost of a test that fails. The constants compare machine code with and without
/// the source (NVCC 13.0, sm_90), along the shortest path through a kernel's loop.
#pragma once

#include "analysis/Facts.h"

namespace stencilc::plan {

/// Returns the registers that sources add to a thread of kernel `index`, which computes `rows` rows
/// of `cells` cells. Compilers keep the f64 weights of all rows in registers. Sweeps needed 17, 33
/// and 28 more registers with one row of one, two and four cells, and 40 with two rows of four.
int pointRegisters(const analysis::Facts &facts, std::size_t index, int rows, int cells);

/// Returns the instructions that the tests for sources add to an update by kernel `index`, whose
/// threads compute rows of `cells` cells. The additions of the sources are not included.
double pointInstructions(const analysis::Facts &facts, std::size_t index, int cells);

/// Returns the cycles that a thread of kernel `index` takes to test one row for sources. A sweep
/// block that is alone on its multiprocessor starts no load in this time. The test cost `shot`
/// (f32, 512 cubed, H100) 4.5% with two rows and 8 warps, and 1.5% with one row and 16 warps.
double pointCycles(const analysis::Facts &facts, std::size_t index);

/// Returns the instructions per update with which a fused kernel records the values of receivers,
/// for all their fields. Threads compute rows of `cells` cells.
double recordInstructions(const analysis::Facts &facts, int cells);

} // namespace stencilc::plan
