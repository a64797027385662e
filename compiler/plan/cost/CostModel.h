/// \file The cost model, which ranks plans by predicted seconds per 1e9 cell updates.
///
/// A schedule counts what an update transfers, executes and waits for (Traffic). `estimate`
/// converts these counts into time, in the same way for every schedule. It models these resources:
///
///     memory   bytes / bandwidth of a copy; a byte read again from L2 costs a fraction of one
///     pipe     arithmetic operations / their rate in the precision of the program
///     issue    instructions / (multiprocessors * 128 lanes * clock)
///     shared   bytes through shared memory / its rate
///     L2       bytes between L2 and a multiprocessor / its rate
///     waiting  cycles until results or loads arrive, which only other blocks can fill
///
/// The resources overlap, but not perfectly: a kernel takes the time of the slowest one plus a
/// fraction of the others. Rates are those of the machine (machine/Machine.h), and fractions are
/// fitted to measurements (machine/Shares.h). The model ranks plans and does not predict exact
/// times.
#pragma once

#include "plan/interface/Plan.h"

namespace stencilc::plan {

/// Number of cells from which a grid counts as large, so that it does not fit into the L2 cache.
/// Costs of tiles, and of planes in shared memory, were fitted to large grids. On smaller grids,
/// the planner proposes no sweep through shared memory, and prefers kernels without tiles.
inline constexpr std::int64_t kLargeGrid = 1 << 24;
/// Number of instructions that a multiprocessor issues per cycle, counted per thread: 4 warps of 32
/// threads.
inline constexpr double kLanes = 128;
/// Number of cell updates to which predicted times refer. Estimates are in seconds per kUpdates
/// updates.
inline constexpr double kUpdates = 1e9;

/// Number of f64 multiply-adds on tensor cores that take as much time and energy as one f64
/// multiply-add on the FMA pipe.
inline constexpr double kProductsForDouble = 2;

/// Average counts for one cell update by a kernel: bytes, instructions, and cycles of waiting.
struct Traffic {
  // Bytes per cell update
  double memoryBytes = 0; // read from and written to device memory
  double cacheBytes = 0;  // read again, from L2
  double lostBytes = 0;   // not transferred, because memory is below its full rate for a time
  double sharedBytes = 0; // read from and written to shared memory; 4 for each word of a shuffle
  double loadBytes = 0;   // of global loads and stores, through the same pipe as shared memory
  // Instructions per cell update, counted per thread (not per warp)
  double instructions = 0; // all issued instructions
  double doubles = 0;      // of these, f64 arithmetic
  double singles = 0;      // of these, f32 arithmetic
  double products = 0;     // f64 multiply-adds of tensor cores, not in `instructions`
  // Cycles of a multiprocessor per cell update
  double waiting = 0; // of one block for results or loads; other blocks can run in this time
  double stalls = 0;  // of waiting that other blocks cannot use
  // Cycles of a thread per cell update for results that depend on each other (CachedKernel.h)
  double serial = 0;
  // Other counts, and factors on times
  double barriers = 0; // that a block executes for each plane or tile
  double slower = 1;   // factor on all times but memory, because of spilled registers
  double work = 1;     // cells computed per cell written: a factor on all times but memory
  /// Number of cells computed per cell written to global memory, a factor on the predicted energy.
  /// If it is nullopt, `work` is the factor. `work` may be larger, because it also contains time in
  /// which multiprocessors only wait.
  std::optional<double> computed = {};
};

/// Returns true if a grid of size `extents` has at least kLargeGrid cells.
bool isLarge(const Extents &extents);

/// Returns `threads`, a number of threads, rounded up to whole warps of `target`. Registers are
/// allocated to whole warps.
double inWholeWarps(double threads, const Target &target);

/// Returns the number of blocks of `kernel` that fit on a multiprocessor of `target` at the same
/// time. Returns 0 if a block has too many threads, registers or bytes of shared memory.
int residentBlocks(const KernelPlan &kernel, const Target &target);

/// Sets `kernel.residentBlocks`, the minimum number of blocks per multiprocessor in the launch
/// bounds of the kernel. If `asked` is set, it is this number, and `kernel.registers` is reduced to
/// the registers per thread that it allows. Otherwise it is the number of blocks that fit with
/// `kernel.registers`.
void demandBlocks(KernelPlan &kernel, const Target &target, std::optional<int> asked);

/// Predicts the time of a kernel, and the time of each resource that it uses, in seconds per 1e9
/// cell updates. `traffic` has the counts per cell update, and `shares` the fitted numbers for this
/// kind of kernel. `blocks` is the number of blocks resident on a multiprocessor. On a CPU the time
/// is that of the memory traffic. Kernels without shared memory use estimateCached (CachedKernel.h)
/// instead.
Estimate estimate(const Traffic &traffic, const machine::KernelShares &shares, const Target &target,
                  double blocks = 1);

/// Returns the number of arithmetic instructions per cell update in kernel number `index` of the
/// program. A division or root counts as 10 instructions, a special function (such as exp) as 30,
/// and any other operation as 1. A constant divided by a root counts as one division.
double arithmeticInstructions(const analysis::Facts &facts, std::size_t index);

/// Stores `instructions`, the number of arithmetic instructions per cell update, in `traffic`. If
/// the program computes in f64, they are stored in `traffic.doubles`, and `traffic.singles` is set
/// to 0. In f32 it is the other way round.
void countArithmetic(Traffic &traffic, const analysis::Facts &facts, double instructions);

/// Returns the number of bytes that kernel number `index` of the program writes per cell update.
int bytesWritten(const analysis::Facts &facts, std::size_t index);

/// Returns 1 + (bytes read again from L2) / (bytes that must be read at least), per cell update.
/// `index` is the number of the kernel in the program, and `traffic` has its counts per cell
/// update.
double redundancyOf(const analysis::Facts &facts, std::size_t index, const Traffic &traffic);

} // namespace stencilc::plan
