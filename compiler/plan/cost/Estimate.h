/// \file Predicted counts and times of one kernel, and the resource that limits it.
#pragma once

#include "machine/Target.h"
#include <cstdint>

namespace stencilc::plan {

using machine::Target, machine::TargetKind, machine::spelt; // the machine that plans are made for

struct KernelPlan;
struct Plan;

/// Resource that takes the most time of a kernel and so limits its rate.
enum class Bound : std::uint8_t {
  Memory,     // transfers from and to device memory, at full bandwidth
  Latency,    // waiting for loads or for results that depend on each other
  Arithmetic, // pipe of fused multiply-adds
  Issue,      // issue of instructions of all kinds
  Shared,     // the pipe of shared memory
};
const char *toString(Bound bound); // "memory", "latency", "fma", "issue", "shared"

/// Predicted counts and times of one kernel on the planned grid. Times are in seconds per 1e9 cell
/// updates. The time of a resource is that of a kernel which uses no other resource. Resources
/// overlap, so that `seconds` is less than the sum of their times.
struct Estimate {
  // Counts per cell update
  double memoryBytes = 0;  // from and to device memory
  double cacheBytes = 0;   // read again, from L2
  double sharedBytes = 0;  // through the shared-memory pipe; 4 for each word of a shuffle
  double arithmetic = 0;   // arithmetic instructions, of the FMA pipe or the tensor cores
  double instructions = 0; // issued in all, arithmetic included
  /// Number of cells computed per cell written to global memory, a factor on all times but that of
  /// memory. It exceeds 1 because tiles overlap, pipelines fill, and the last wave of blocks is
  /// incomplete.
  double work = 1;
  /// Number of barriers that a block executes for each plane of a sweep, or for each tile if it
  /// does not sweep.
  double barriers = 0;
  // Times in seconds per 1e9 cell updates
  double memory = 0, cache = 0; // `cache`: between L2 and the multiprocessors
  double waiting = 0;           // for results or loads that depend on each other
  double pipe = 0, issue = 0, shared = 0;
  double launch = 0;         // overhead of launches
  double inside = 0;         // all resources of the multiprocessors, with their overlap
  double seconds = 0;        // predicted time, by which plans are ranked
  double joules = 0;         // per 1e9 cell updates, without static power; 0: not known
  int spilled = 0;           // registers per thread that do not fit, estimated; 0 or less: none
  bool isRankedLast = false; // true: ranked after simpler schedules, because not measured

  Bound bound() const;
};

/// Returns the kernel that takes the most time of a plan: the fused kernel if there is one,
/// otherwise the slowest kernel of a single time step.
const KernelPlan &slowestKernel(const Plan &plan);
/// Returns the sum of the estimates of all kernels of a plan, or the estimate of its fused kernel.
/// Members that cannot be added, such as `work`, are taken from the slowest kernel.
Estimate estimateOf(const Plan &plan);

/// Occupancy of a multiprocessor: blocks and warps of a kernel that are resident at the same time,
/// and the most warps that it can hold.
struct Occupancy {
  int blocks = 0, warps = 0, mostWarps = 0;
};
Occupancy occupancyOf(const KernelPlan &kernel, const Target &target);

} // namespace stencilc::plan
