/// \file Predicted counts and times of one kernel, and the resource that limits it.
#pragma once

#include "machine/Target.h"
#include <cstdint>

namespace stencilc::plan {

using machine::Target, machine::TargetKind, machine::spelt; // the machine that plans are made for

struct KernelPlan;
struct Plan;

/// Largest predicted number of spilled registers (kept in memory for lack of registers) per thread
/// at which a kernel may still spill none. Compilers have needed up to 32 registers fewer than
/// predicted.
inline constexpr int kSpillTolerance = 32;

/// Resource of the GPU that takes the most time of a kernel, and so limits its speed.
enum class Bound : std::uint8_t {
  Memory,     // transfers from and to device memory
  Latency,    // waiting for loads, or for results that depend on each other
  Arithmetic, // the FMA pipe
  Issue,      // issue of instructions of all kinds
  Shared,     // transfers from and to shared memory
};
const char *toString(Bound bound); // "memory", "latency", "fma", "issue", "shared"

/// Predicted counts and times of one kernel on the planned grid. The time of a resource, such as
/// `memory`, is the time of a kernel that uses only this resource. Resources overlap, so that
/// `seconds` (of the whole kernel) is less than the sum of their times.
struct Estimate {
  // Counts per cell update
  double memoryBytes = 0;  // read from and written to device memory
  double cacheBytes = 0;   // read again, from L2
  double sharedBytes = 0;  // read from and written to shared memory; 4 for each word of a shuffle
  double arithmetic = 0;   // arithmetic instructions, of the FMA pipe or the tensor cores
  double instructions = 0; // all issued instructions, arithmetic included
  /// Number of cells computed per cell written to global memory. It is a factor on all times except
  /// `memory`. It exceeds 1 because tiles overlap, pipelines of fused steps must fill, and the last
  /// wave of blocks is incomplete.
  double work = 1;
  /// Number of barriers (__syncthreads) that a block executes. They are counted per plane in a
  /// sweep, and per tile in other kernels.
  double barriers = 0;
  // Times in seconds per 1e9 cell updates
  /// Time of transfers from and to device memory (`memory`), and between L2 and the multiprocessors
  /// (`cache`).
  double memory = 0, cache = 0;
  double waiting = 0;                     // for loads, or for results that depend on each other
  double pipe = 0, issue = 0, shared = 0; // arithmetic, instruction issue, shared memory
  double launch = 0;                      // overhead of launches
  double inside = 0;         // all resources of the multiprocessors, with their overlap
  double seconds = 0;        // predicted time of the kernel, by which plans are ranked
  double joules = 0;         // per 1e9 cell updates, without static power; 0: not known
  int spilled = 0;           // registers per thread that do not fit, estimated; 0 or less: none
  bool isRankedLast = false; // true: ranked after simpler schedules, because not measured

  Bound bound() const;
};

/// Returns the kernel of `plan` that takes the most time. It is the fused kernel if there is one,
/// and otherwise the slowest kernel of a single time step.
const KernelPlan &slowestKernel(const Plan &plan);
/// Returns the estimate of the fused kernel of `plan`. If there is none, returns the sum of the
/// estimates of all kernels of a time step. Members that cannot be added, such as `work`, are then
/// taken from the slowest kernel.
Estimate estimateOf(const Plan &plan);

/// Number of blocks and of warps of a kernel that are resident on a multiprocessor at the same
/// time. `mostWarps` is the number of warps that the hardware allows.
struct Occupancy {
  int blocks = 0, warps = 0, mostWarps = 0;
};
Occupancy occupancyOf(const KernelPlan &kernel, const Target &target);

} // namespace stencilc::plan
