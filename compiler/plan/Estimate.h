/// \file What the cost model knows about one kernel beside its cost: what an update moves and
/// executes, and which resource takes longest.
#pragma once

#include "machine/Target.h"
#include <cstdint>

namespace stencilc::plan {

using machine::Target, machine::TargetKind, machine::spelt; // what plans are for

struct KernelPlan;
struct Plan;

/// The resource that takes the most time.
enum class Bound : std::uint8_t {
  Memory,     // bytes from and to device memory, at full bandwidth
  Latency,    // the same with too few bytes under way; or results that wait for each other
  Arithmetic, // the FMA pipe
  Issue,      // instructions of all kinds
  Shared,     // the pipe of shared memory
};
const char *toString(Bound bound); // "memory", "latency", "fma", "issue", "shared"

/// One kernel, as estimated on the grid planned for. Times are seconds per 1e9 cell updates if the
/// resource were the only one; they overlap, so `seconds` is less than their sum.
struct Estimate {
  // Per update
  double memoryBytes = 0;  // from and to device memory
  double cacheBytes = 0;   // read again, through L2
  double sharedBytes = 0;  // through its pipe: shared memory, and 4 for a word of a shuffle
  double arithmetic = 0;   // instructions of the FMA pipe
  double instructions = 0; // issued in all, arithmetic included
  /// Cells computed per cell stored: overlap of tiles, filling of pipelines, waves that are not
  /// whole. All but memory takes so many times as long.
  double work = 1;
  /// Barriers of a block: per plane where planes are swept, else per tile.
  double barriers = 0;
  /// The share of the bytes under way that keep the memory busy, at most 1; waves
  /// of too few blocks count with their time.
  double underWay = 1;
  // Times
  double memory = 0, cache = 0; // `cache`: between L2 and the multiprocessors
  double waiting = 0;           // the chain of results, or of loads
  double pipe = 0, issue = 0, shared = 0;
  double launch = 0;         // what launches take beside their cells
  double inside = 0;         // all that multiprocessors do, together
  double seconds = 0;        // as ranked
  double joules = 0;         // of 1e9 cell updates, but for what time alone takes; 0: not known
  int spilled = 0;           // registers of a thread beyond what it can have, about
  bool isHeldBehind = false; // ranked behind a schedule that has been measured, whatever it says

  Bound bound() const;
};

/// The kernel that takes longest of those a plan spends its time in, and all of them together:
/// sums, but for what only one of them can have.
const KernelPlan &slowestKernel(const Plan &plan);
Estimate estimateOf(const Plan &plan);

/// What keeps the multiprocessors busy: blocks and warps on one of them.
struct Occupancy {
  int blocks = 0, warps = 0, mostWarps = 0;
};
Occupancy occupancyOf(const KernelPlan &kernel, const Target &target);

} // namespace stencilc::plan
