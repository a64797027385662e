/// \file Predicted counts and times of one kernel, and the resource that takes the most time.
#pragma once

#include "machine/Target.h"
#include <cstdint>

namespace stencilc::plan {

using machine::Target, machine::TargetKind, machine::spelt; // the machine that plans are made for

struct KernelPlan;
struct Plan;

/// Resource of a kernel that takes the most time.
enum class Bound : std::uint8_t {
  Memory,     // transfers from and to device memory, at full bandwidth
  Latency,    // loads or results that wait for each other
  Arithmetic, // the FMA pipe
  Issue,      // instructions of all kinds
  Shared,     // the pipe of shared memory
};
const char *toString(Bound bound); // "memory", "latency", "fma", "issue", "shared"

/// Predicted counts and times of one kernel on the planned grid. The time of each resource is in
/// seconds per 1e9 cell updates, as if the kernel used no other. Resources overlap, so `seconds` is
/// less than the sum.
struct Estimate {
  // Per update
  double memoryBytes = 0;  // from and to device memory
  double cacheBytes = 0;   // read again, from L2
  double sharedBytes = 0;  // through the shared-memory pipe; 4 for each word of a shuffle
  double arithmetic = 0;   // instructions of the FMA pipe
  double instructions = 0; // issued in all, arithmetic included
  /// Number of cells computed per cell stored, a factor on all times but that of memory. It is
  /// above 1 because tiles overlap, pipelines fill, and the last wave of blocks is incomplete.
  double work = 1;
  /// Number of barriers that a block executes per plane (in a sweep), or otherwise per tile.
  double barriers = 0;
  // Times
  double memory = 0, cache = 0; // `cache`: between L2 and the multiprocessors
  double waiting = 0;           // for results or loads that depend on each other
  double pipe = 0, issue = 0, shared = 0;
  double launch = 0;         // overhead of launches
  double inside = 0;         // all resources of the multiprocessors together
  double seconds = 0;        // total, by which plans are ranked
  double joules = 0;         // for 1e9 cell updates, without static power; 0: not known
  int spilled = 0;           // registers per thread that do not fit, about
  bool isRankedLast = false; // ranked after a plain schedule until measured

  Bound bound() const;
};

/// Returns the kernel in which a plan spends most of its time: its fused kernel, or else its
/// slowest kernel of a single step.
const KernelPlan &slowestKernel(const Plan &plan);
/// Returns the sums of the estimates of a plan's kernels, or the estimate of its fused kernel.
/// Members that cannot be added, such as `work`, are those of the slowest kernel.
Estimate estimateOf(const Plan &plan);

/// Blocks and warps that are resident on one multiprocessor, and the most warps that it can hold.
struct Occupancy {
  int blocks = 0, warps = 0, mostWarps = 0;
};
Occupancy occupancyOf(const KernelPlan &kernel, const Target &target);

} // namespace stencilc::plan
