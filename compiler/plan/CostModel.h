/// \file The estimate that ranks plans: seconds per 1e9 cell updates.
///
/// A pass needs three resources; they overlap, but not perfectly, so it takes as long as the
/// slowest one and a quarter of the others:
///
///     memory        (bytes from memory + bytes from L2 / 4) / (bandwidth of a copy * busy)
///     instructions  instructions / (multiprocessors * 128 lanes * clock), or f32 operations over
///                   their rate where a chip has fewer units than lanes
///     f64           f64 operations / their rate
///
/// Rates are the machine's (plan/Machine.h); the other numbers are fitted. `busy` is Little's law:
/// to keep the memory busy, bandwidth * latency bytes must be under way at any time, and what is
/// under way is resident threads times bytes each has requested. This is why single-precision
/// programs want 16-byte accesses, why few threads want prefetching, and why a sweep of a small
/// grid wants short chunks. The last wave of blocks, rarely a whole one, is slowed down by the same
/// law. The model knows no cache sizes; it ranks plans and is not a prediction.
#pragma once

#include "plan/Plan.h"

namespace stencilc::plan {

/// Cells of a grid that does not fit into L2. What planes in shared memory and tiles cost was
/// fitted to larger grids; in smaller ones, whose time is that of a block, both are left to users.
inline constexpr std::int64_t kLargeGrid = 1 << 24;
/// Instructions per cycle of a multiprocessor: 4 warps of 32 lanes.
inline constexpr double kLanes = 128;

/// What one cell update of a pass moves and executes.
struct Traffic {
  double memoryBytes = 0;  // read from and written to memory
  double cacheBytes = 0;   // read again through L2
  double sharedBytes = 0;  // into and out of shared memory
  double instructions = 0; // issued per cell, by one lane
  double doubles = 0;      // of these, f64 arithmetic
  double singles = 0;      // of these, f32 arithmetic
  double barriers = 0;     // of a block, per plane or tile
  /// Instructions that could be issued while accesses to shared memory take its pipe.
  double sharedInstructions = 0;
  double bytesUnderWay = 0; // requested from memory by one thread before it must wait
};

/// Whether a grid has kLargeGrid cells.
bool isLarge(const Extents &extents);

/// Blocks of `pass` resident on one multiprocessor; 0 if a block does not fit at all.
int residentBlocks(const PassPlan &pass, const Target &target);

/// Demands `asked` blocks on a multiprocessor, which bounds the registers of a thread, or as many
/// as the registers of `pass` let fit.
void demandBlocks(PassPlan &pass, const Target &target, std::optional<int> asked);

/// Of one pass on a CUDA target; its `seconds` rank plans.
Estimate estimatePass(const PassPlan &pass, const Traffic &traffic, const Target &target,
                      const Extents &extents);

/// Instructions for the arithmetic of pass `index`: one each, except divisions, roots and special
/// functions, which are sequences.
double arithmeticInstructions(const analysis::Facts &facts, std::size_t index);

/// Says in `traffic` how many of the instructions are arithmetic, in the precision of the program.
void countArithmetic(Traffic &traffic, const analysis::Facts &facts, double instructions);

/// Bytes that pass `index` writes per update.
int bytesWritten(const analysis::Facts &facts, std::size_t index);

} // namespace stencilc::plan
