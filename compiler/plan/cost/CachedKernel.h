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

/// Predicts the time of `kernel` on a grid of size `extents`, in seconds per 1e9 cell updates. The
/// overhead of the launch is included. `traffic` has the counts per cell update. Its member
/// `waiting` is computed here, so that its value is ignored. On a CPU the time is that of the
/// memory traffic only.
Estimate estimateCached(const KernelPlan &kernel, const Traffic &traffic, const Target &target,
                        const Extents &extents);

/// Returns the number of arithmetic machine instructions that a thread executes per cell update, in
/// kernel number `index` of the program. Each kind of operation has an average number, measured
/// with 140 kernels of 54 programs for the H200 (bench/log/planner). A division or root, for
/// example, is a sequence of about 12 instructions in f32 and 24 in f64.
double issuedArithmetic(const analysis::Facts &facts, std::size_t index);

/// Returns the number of divisions and roots per cell update in kernel number `index` of the
/// program. A thread computes them one after the other. A constant divided by a root, such as 1 /
/// sqrt(x), counts as one.
double serialQuotients(const analysis::Facts &facts, std::size_t index);

} // namespace stencilc::plan
