/// \file The estimate that ranks plans: seconds per 1e9 cell updates.
///
/// A schedule counts what an update moves, executes and waits for (Traffic); one function makes
/// seconds of it, for every schedule. It knows these resources:
///
///     memory   bytes / bandwidth of a copy; those read again from L2 cost a share of one
///     pipe     operations of the precision computed in / their rate
///     issue    instructions / (multiprocessors * 128 lanes * clock)
///     shared   bytes through shared memory / its rate
///     L2       bytes between L2 and a multiprocessor / its rate
///     waiting  cycles until results or loads are there, which only other blocks fill
///
/// They overlap, but not perfectly: a kernel takes as long as the slowest and a share of the
/// others. Rates are the machine's (machine/Machine.h), shares of them were fitted
/// (machine/Shares.h). Of caches the model knows which grids stay in L2 (LaunchCost.h); it ranks
/// plans and is not a prediction.
#pragma once

#include "plan/Plan.h"

namespace stencilc::plan {

/// Cells of a grid that does not fit into L2. What planes in shared memory and tiles cost was
/// fitted to larger grids; in smaller ones, whose time is that of a block, both are left to users.
inline constexpr std::int64_t kLargeGrid = 1 << 24;
/// Instructions per cycle of a multiprocessor: 4 warps of 32 lanes.
inline constexpr double kLanes = 128;

/// Multiply-adds of tensor cores that take as long, and as much energy, as one of the f64 pipe.
inline constexpr double kProductsForDouble = 2;

/// What one cell update of a kernel moves, executes and waits for.
struct Traffic {
  // Bytes
  double memoryBytes = 0; // read from and written to memory
  double cacheBytes = 0;  // read again through L2
  double lostBytes = 0;   // that memory could move while it does not reach its rate
  double sharedBytes = 0; // through the pipe of shared memory; 4 for a word of a shuffle
  double loadBytes = 0;   // through that pipe, to and from memory
  // Instructions of a lane
  double instructions = 0; // issued in all
  double doubles = 0;      // of these, f64 arithmetic
  double singles = 0;      // of these, f32 arithmetic
  double products = 0;     // f64 multiply-adds of tensor cores, which are no instructions of lanes
  // Cycles of a multiprocessor
  double waiting = 0; // if one block were alone there; others fill it
  double stalls = 0;  // nothing fills them
  // How often
  double barriers = 0; // of a block, per plane or tile
  double slower = 1;   // times as long takes all but memory: registers that spill
  double work = 1;     // cells computed per cell stored: all but memory again
  /// `work` without cells that multiprocessors could compute while they wait for others: what takes
  /// energy (Power.h). Nothing: they never wait.
  std::optional<double> computed = {};
  double bytesUnderWay = 0; // requested from memory by one thread before it must wait
};

/// How a launch fills the machine.
struct Filling {
  double busy = 1;   // of the bandwidth of memory, that requests keep busy
  double filled = 1; // of the multiprocessors
  double blocks = 1; // that share one of them
};

/// Whether a grid has kLargeGrid cells.
bool isLarge(const Extents &extents);

/// As many threads as `threads` take up: resources are handed out to warps.
double inWholeWarps(double threads, const Target &target);

/// Blocks of `kernel` resident on one multiprocessor; 0 if a block does not fit at all.
int residentBlocks(const KernelPlan &kernel, const Target &target);

/// Demands `asked` blocks on a multiprocessor, which bounds the registers of a thread, or as many
/// as the registers of `kernel` let fit.
void demandBlocks(KernelPlan &kernel, const Target &target, std::optional<int> asked);

/// The time of a kernel, with what it rests on. On a CPU it is that of the memory.
Estimate estimate(const Traffic &traffic, const machine::KernelShares &shares, const Target &target,
                  const Filling &filling = {});

/// How the blocks of `kernel` fill the machine, by Little's law: to keep the memory busy, bandwidth
/// * latency bytes must be under way at any time, and what is under way is resident threads times
/// bytes each has requested. This is why single-precision programs want 16-byte accesses, why few
/// threads want prefetching, and why a sweep of a small grid wants short chunks. The last wave of
/// blocks, rarely a whole one, is slowed down by the same law.
Filling fillingOf(const KernelPlan &kernel, const Traffic &traffic, const Target &target,
                  const Extents &extents);

/// The time of a kernel of one step that reads through the caches, with its launch.
Estimate estimateCached(const KernelPlan &kernel, const Traffic &traffic, const Target &target,
                        const Extents &extents);
/// Estimates such a kernel with other shares than the target's.
Estimate estimateCached(const KernelPlan &kernel, const Traffic &traffic,
                        machine::KernelShares shares, const Target &target, const Extents &extents);

/// Instructions for the arithmetic of kernel `index`: one each, except divisions, roots and special
/// functions, which are sequences.
double arithmeticInstructions(const analysis::Facts &facts, std::size_t index);

/// Says in `traffic` how many of the instructions are arithmetic, in the precision of the program.
void countArithmetic(Traffic &traffic, const analysis::Facts &facts, double instructions);

/// Bytes that kernel `index` writes per update.
int bytesWritten(const analysis::Facts &facts, std::size_t index);

/// Bytes that an update by kernel `index` reads, also again through caches, per byte it needs.
double redundancyOf(const analysis::Facts &facts, std::size_t index, const Traffic &traffic);

} // namespace stencilc::plan
