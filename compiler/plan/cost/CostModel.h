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

/// Number of cells from which a grid counts as large, because it does not fit into L2. The costs of
/// tiles and of planes in shared memory were fitted to such grids. On smaller grids the planner
/// proposes no sweep through shared memory, and prefers kernels without tiles.
inline constexpr std::int64_t kLargeGrid = 1 << 24;
/// Instructions that a multiprocessor issues in a cycle, counted for each lane: 4 warps of 32
/// lanes.
inline constexpr double kLanes = 128;
/// Number of cell updates for which estimates give times.
inline constexpr double kUpdates = 1e9;

/// Number of f64 multiply-adds on tensor cores that take the time and energy of one on the f64
/// pipe.
inline constexpr double kProductsForDouble = 2;

/// Counts for one cell update by a kernel: bytes, instructions, and cycles of waiting.
struct Traffic {
  // Bytes
  double memoryBytes = 0; // read from and written to memory
  double cacheBytes = 0;  // read again, from L2
  double lostBytes = 0;   // lost while memory is below its full rate
  double sharedBytes = 0; // through the shared-memory pipe; 4 for each word of a shuffle
  double loadBytes = 0;   // of memory loads and stores, through the same pipe
  // Instructions of a lane
  double instructions = 0; // issued in all
  double doubles = 0;      // of these, f64 arithmetic
  double singles = 0;      // of these, f32 arithmetic
  double products = 0;     // f64 multiply-adds of tensor cores, not in `instructions`
  // Cycles of a multiprocessor
  double waiting = 0; // of one block; other blocks on the multiprocessor fill it
  double stalls = 0;  // not filled by other blocks
  // Cycles of a thread for results that wait for each other (CachedKernel.h)
  double serial = 0;
  // Counts and factors
  double barriers = 0; // of a block, for each plane or tile
  double slower = 1;   // factor of spilled registers on all times but memory
  double work = 1;     // cells computed per cell stored: a factor on all times but memory
  /// Number of cells computed per cell stored, from which Power.h computes the energy. The member
  /// `work` may be larger, because it also counts time in which multiprocessors only wait. If this
  /// member is nullopt, the energy is computed from `work`.
  std::optional<double> computed = {};
};

/// Returns true if a grid has at least kLargeGrid cells.
bool isLarge(const Extents &extents);

/// Rounds a number of threads up to whole warps, for which resources are allocated.
double inWholeWarps(double threads, const Target &target);

/// Returns how many blocks of `kernel` fit on one multiprocessor at the same time; 0 if none fits.
int residentBlocks(const KernelPlan &kernel, const Target &target);

/// Sets `kernel.residentBlocks`, the number of blocks per multiprocessor for which the compiler
/// must leave registers. If `asked` is set, it is that number, and `kernel.registers` is reduced to
/// fit. Otherwise it is the number of blocks that fit with `kernel.registers`.
void demandBlocks(KernelPlan &kernel, const Target &target, std::optional<int> asked);

/// Computes the time of a kernel, and of each resource that it uses, from the counts of one cell
/// update. `blocks` is the number of blocks that share a multiprocessor. On a CPU the time is that
/// of the memory traffic. Naive kernels, and sweeps with columns in registers, use estimateCached
/// instead (CachedKernel.h).
Estimate estimate(const Traffic &traffic, const machine::KernelShares &shares, const Target &target,
                  double blocks = 1);

/// Returns the arithmetic instructions per update of kernel `index`. A division or root counts as
/// 10, a special function as 30, any other operation as 1. A constant divided by a root counts as
/// one division.
double arithmeticInstructions(const analysis::Facts &facts, std::size_t index);

/// Stores `instructions`, the arithmetic of one cell update, in the f64 or the f32 count of
/// `traffic`, depending on the precision in which the program computes.
void countArithmetic(Traffic &traffic, const analysis::Facts &facts, double instructions);

/// Returns the bytes that kernel `index` writes per update.
int bytesWritten(const analysis::Facts &facts, std::size_t index);

/// Returns the ratio of the bytes that an update by kernel `index` reads to the bytes that it must
/// read at least. Reads repeated from L2 are included, so the ratio is at least 1.
double redundancyOf(const analysis::Facts &facts, std::size_t index, const Traffic &traffic);

} // namespace stencilc::plan
