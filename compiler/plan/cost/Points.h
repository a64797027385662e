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

/// Returns the number of registers per thread that the code for sources needs in kernel number
/// `index` of the program. A thread computes `rows` rows of `cells` cells each. The compiler keeps
/// the f64 weights of all rows in registers. Measured in sweeps: 17, 33 and 28 registers for one
/// row of 1, 2 and 4 cells, and 40 for two rows of 4.
int pointRegisters(const analysis::Facts &facts, std::size_t index, int rows, int cells);

/// Returns the number of instructions per cell update for the test whether a row contains points of
/// a source. `index` is the number of the kernel in the program, and a row has `cells` cells.
/// Instructions that add the values of sources are not included.
double pointInstructions(const analysis::Facts &facts, std::size_t index, int cells);

/// Returns the number of cycles in which a thread tests one row for points of sources. `index` is
/// the number of the kernel in the program. If a multiprocessor has only one block of a sweep, no
/// loads start during this time. The test made a program (f32, 512 x 512 x 512 cells, H100) 1.5 to
/// 4.5% slower.
double pointCycles(const analysis::Facts &facts, std::size_t index);

/// Returns the number of instructions per cell update with which a fused kernel records values for
/// receivers (points at which a run saves a field). A thread computes rows of `cells` cells.
double recordInstructions(const analysis::Facts &facts, int cells);

} // namespace stencilc::plan
