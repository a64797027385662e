/// \file Predicted time of a kernel of one time step whose threads share loaded cells only through
/// the caches, not through shared memory.
///
/// A launch takes as long as the slowest of these resources, and more if others are close to it:
///
///     memory   bytes / bandwidth of a copy in device memory
///     issue    instructions / issue slots of all multiprocessors
///     pipe     arithmetic operations / their rate in the precision of the program
///     L1       bytes of all loads and stores / the rate of L1
///     alone    waves of blocks * time of a thread that waits for each of its results
///
/// The last one dominates on small grids. All blocks are then on the machine at the same time, in
/// one wave, and too few of them hide the latency of a thread's loads and operations. A wave is as
/// many blocks as fit on the multiprocessors together.
#pragma once

#include "plan/cost/CostModel.h"

namespace stencilc::plan {

/// Predicts the time of `kernel` on a grid of `extents`, in seconds per 1e9 cell updates. The
/// overhead of the launch is included. `traffic` has the counts of one cell update, but its member
/// `waiting` is ignored. On a CPU the time is that of the memory traffic.
Estimate estimateCached(const KernelPlan &kernel, const Traffic &traffic, const Target &target,
                        const Extents &extents);

/// Returns the number of arithmetic machine instructions that compiled code executes per cell
/// update. `index` is the number of the kernel in the program. The counts per operation are
/// averages over 140 kernels of 54 programs for the H200 (bench/log/planner). A division or root is
/// a sequence of about 12 instructions in f32 and 24 in f64, with a test of its operands.
double issuedArithmetic(const analysis::Facts &facts, std::size_t index);

/// Returns the number of divisions and roots that a thread computes one after the other, per cell
/// update by kernel number `index` of the program. A constant divided by a root counts once.
double serialQuotients(const analysis::Facts &facts, std::size_t index);

} // namespace stencilc::plan
