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

/// Smallest number of cells of a large grid, which does not fit into the L2 cache. The costs of
/// tiles and of planes in shared memory were fitted to large grids. On smaller grids the planner
/// proposes no sweep through shared memory, and prefers kernels without tiles.
inline constexpr std::int64_t kLargeGrid = 1 << 24;
/// Instructions that a multiprocessor issues per cycle, counted per lane (thread of a warp): 4
/// warps of 32 lanes.
inline constexpr double kLanes = 128;
/// Number of cell updates to which predicted times refer: estimates are in seconds per 1e9 updates.
inline constexpr double kUpdates = 1e9;

/// Number of f64 multiply-adds on tensor cores that take the same time and energy as one f64
/// multiply-add on the ordinary pipe.
inline constexpr double kProductsForDouble = 2;

/// Average counts for one cell update by a kernel: bytes, instructions, and cycles of waiting.
struct Traffic {
  // Bytes per cell update
  double memoryBytes = 0; // read from and written to memory
  double cacheBytes = 0;  // read again, from L2
  double lostBytes = 0;   // not transferred, because memory is below its full rate for a time
  double sharedBytes = 0; // through the shared-memory pipe; 4 for each word of a shuffle
  double loadBytes = 0;   // of memory loads and stores, through the same pipe
  // Instructions per cell update, counted per lane (thread of a warp)
  double instructions = 0; // issued in all
  double doubles = 0;      // of these, f64 arithmetic
  double singles = 0;      // of these, f32 arithmetic
  double products = 0;     // f64 multiply-adds of tensor cores, not in `instructions`
  // Cycles of a multiprocessor per cell update
  double waiting = 0; // of one block for results or loads; other blocks can use this time
  double stalls = 0;  // that other blocks cannot use
  // Cycles of a thread per cell update for results that depend on each other (CachedKernel.h)
  double serial = 0;
  // Other counts, and factors on times
  double barriers = 0; // that a block executes for each plane or tile
  double slower = 1;   // factor on all times but memory, because of spilled registers
  double work = 1;     // cells computed per cell stored: a factor on all times but memory
  /// Number of cells computed per cell written to global memory, from which Power.h predicts the
  /// energy. If it is nullopt, the member `work` is used instead. `work` may be larger, because it
  /// also counts time in which multiprocessors only wait.
  std::optional<double> computed = {};
};

/// Returns true if a grid of `extents` has at least kLargeGrid cells.
bool isLarge(const Extents &extents);

/// Returns a number of `threads` rounded up to whole warps, because resources are allocated to
/// warps.
double inWholeWarps(double threads, const Target &target);

/// Returns the number of blocks of `kernel` that can be resident on one multiprocessor at the same
/// time. Returns 0 if a block needs too many resources.
int residentBlocks(const KernelPlan &kernel, const Target &target);

/// Sets `kernel.residentBlocks`, the number of blocks per multiprocessor for which the compiler
/// must limit the registers of a thread. If `asked` is set, it is that number, and
/// `kernel.registers` is reduced to the limit. Otherwise it is the number of blocks that fit with
/// `kernel.registers`.
void demandBlocks(KernelPlan &kernel, const Target &target, std::optional<int> asked);

/// Predicts the time of a kernel in seconds per 1e9 cell updates, and the time of each resource
/// that it uses. `traffic` has the counts of one cell update, and `shares` the fitted numbers for
/// this kind of kernel. `blocks` is the number of blocks resident on a multiprocessor. On a CPU the
/// time is that of the memory traffic. Kernels that share cells only through the caches use
/// estimateCached (CachedKernel.h) instead.
Estimate estimate(const Traffic &traffic, const machine::KernelShares &shares, const Target &target,
                  double blocks = 1);

/// Returns the number of arithmetic instructions per cell update. `index` is the number of the
/// kernel in the program. A division or root counts as 10 instructions, a special function (such as
/// exp) as 30, and any other operation as 1. A constant divided by a root counts as one division.
double arithmeticInstructions(const analysis::Facts &facts, std::size_t index);

/// Sets the arithmetic of one cell update in `traffic`. If the program computes in f64, sets
/// `traffic.doubles` to `instructions` and `traffic.singles` to 0. In f32 it is the other way
/// round.
void countArithmetic(Traffic &traffic, const analysis::Facts &facts, double instructions);

/// Returns the number of bytes that kernel number `index` of the program writes per cell update.
int bytesWritten(const analysis::Facts &facts, std::size_t index);

/// Returns the ratio of the bytes that an update reads, repeated reads from L2 included, to the
/// bytes that it must read at least. The ratio is at least 1. `index` is the number of the kernel
/// in the program, and `traffic` has the counts of one of its updates.
double redundancyOf(const analysis::Facts &facts, std::size_t index, const Traffic &traffic);

} // namespace stencilc::plan
