/// \file What sources and receivers cost the kernels that ask where points are.
///
/// Once for each row of its cells a thread asks whether the row has points: it compares the row
/// with a box that holds all of them, and only inside of the box calls a function that searches a
/// list (runtime: PointTable.h). Nearly all rows are outside, so that the number of points and the
/// cells of each do not count; what counts is what the question costs where the answer is no.
/// Numbers are those of machine code (NVCC 13.0, sm_90), along the shortest way around a kernel's
/// loop, with the source and without it.
#pragma once

#include "analysis/Facts.h"

namespace stencilc::plan {

/// Registers of a thread of kernel `index` that asks for weights of its cells, `rows` rows of
/// `cells`, beside all others. Seldom though it finds one, compilers hold the weights of all rows,
/// which are f64, and what they are found by: sweeps with one cell, two and four in a row were seen
/// to take 17, 33 and 28 more, with two rows of four 40, and with four rows of four to spill 316
/// bytes beyond the 15 that were left.
int pointRegisters(const analysis::Facts &facts, std::size_t index, int rows, int cells);

/// Instructions of an update by kernel `index`, whose threads have rows of `cells`, beside the
/// arithmetic of what is added.
double pointInstructions(const analysis::Facts &facts, std::size_t index, int cells);

/// Cycles until a thread that asks for one row of kernel `index` goes on. A block that sweeps plane
/// by plane, alone on its multiprocessor, begins no load meanwhile: `shot` (f32, 512 cubed, an
/// H100) lost 4.5% by its source with two rows of a block of 8 warps, and 1.5% with one row and 16
/// warps.
double pointCycles(const analysis::Facts &facts, std::size_t index);

/// Instructions of an update for all fields of which a kernel of several time steps records what
/// receivers read.
double recordInstructions(const analysis::Facts &facts, int cells);

} // namespace stencilc::plan
