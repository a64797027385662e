/// \file Division of a number of time steps into launches of kernels that compute several steps
/// each.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Properties of a kernel variant (one of several kernels for the same time steps) that decide how
/// steps are divided into launches.
struct KernelVariant {
  int steps;         // fused time steps
  std::int64_t cost; // of a launch, in any unit; not negative
  /// If not 0, a launch may compute any number of time steps from `fewest` to `steps`. Its cost
  /// grows linearly from `costOfFewest` to `cost`.
  int fewest = 0;
  std::int64_t costOfFewest = 0;

  /// Returns the cost of `count` time steps in as few launches as possible. Precondition: `fewest`
  /// is not 0, and `count` is at least `fewest`.
  double costOf(std::int64_t count) const;
  /// Returns the number of launches that compute `count` time steps, as costOf() has them.
  std::int64_t launchesOf(std::int64_t count) const { return (count + steps - 1) / steps; }
  /// Changes the costs by the same factor, so that a launch of `count` time steps costs `measured`.
  /// Precondition: if `fewest` is 0, `count` is `steps`.
  void setCost(int count, double measured);
};
/// Divisor that converts predicted times in program descriptions, which are in nanoseconds for 1e9
/// cells, to seconds per cell.
inline constexpr double kCostOfASecond = 1e18;

/// Rate of a kernel variant (one of several kernels for the same time steps) that an earlier run
/// has measured.
struct KernelRate {
  std::string schedule; // "wavefront"
  int steps = 1;        // fused time steps
  double updatesPerSecond = 0;

  friend bool operator==(const KernelRate &, const KernelRate &) = default;
};

/// Table of the divisions of time steps into kernel launches with the least total cost. Both arrays
/// have one entry for each number of steps, from 0 to a limit.
struct Splits {
  std::vector<std::int64_t> cost; // least cost, indexed by the number of steps
  std::vector<std::size_t> first; // a kernel variant of that division
};

/// Returns the divisions with the least total cost of 0 to `steps` time steps into launches of
/// `variants` (kernels that fuse different numbers of steps). If costs are equal, the first variant
/// is preferred. A variant whose launches compute any number of steps computes all of them or none.
/// Precondition: one of the others computes a single step.
Splits splitsUpTo(std::int64_t steps, const std::vector<KernelVariant> &variants);

/// Returns the number of launches of each kernel variant (one of several kernels for the same time
/// steps), in the order of `variants`. Together the launches compute `steps` time steps at the
/// least cost. If a variant whose launches compute any number of steps has launches, the others
/// have none.
///
/// Only a bounded number of steps must be searched. Let `s` be the steps of the variant with the
/// least cost per step. Among any `s` launches of other variants, some have together a multiple of
/// `s` steps, because two of their partial sums agree modulo `s`. Launches of the cheapest variant
/// can replace them.
std::vector<std::int64_t> splitSteps(std::int64_t steps,
                                     const std::vector<KernelVariant> &variants);

/// Returns the least total cost of launches of `variants` (kernels that fuse different numbers of
/// steps) that together compute `steps` time steps. The unit is that of KernelVariant::cost.
/// Results up to 2^53 are exact.
double splitCost(std::int64_t steps, const std::vector<KernelVariant> &variants);

} // namespace stencilc::inline STENCILC_SPACE
