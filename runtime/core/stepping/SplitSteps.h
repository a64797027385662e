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
  /// If not 0, a launch may compute any number of time steps from `fewest` to `steps`, and `steps`
  /// is at least 2 * `fewest` - 1. The cost grows linearly from `costOfFewest` to `cost`.
  int fewest = 0;
  std::int64_t costOfFewest = 0;

  /// Returns the cost of `count` time steps in as few launches as possible. Precondition: `fewest`
  /// is not 0, and `count` is at least `fewest`.
  double costOf(std::int64_t count) const;
  /// Returns the number of launches of at most `steps` steps that compute `count` time steps. If
  /// these divide them evenly, none has fewer than `fewest`.
  std::int64_t launchesOf(std::int64_t count) const { return (count + steps - 1) / steps; }
  /// Scales `cost` and `costOfFewest` by one factor so that `count` time steps cost `measured`. If
  /// `fewest` is 0, sets `cost` to `measured`, and `count` must be `steps`.
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
  std::vector<std::size_t> first; // index of one kernel variant of that division
};

/// Returns the divisions with the least total cost of 0 to `steps` time steps into launches of
/// `variants` (kernels that fuse different numbers of steps). If costs are equal, the first variant
/// is preferred. A variant with `fewest` > 0 computes either all steps or none. Precondition: a
/// variant with `fewest` == 0 computes a single step.
Splits splitsUpTo(std::int64_t steps, const std::vector<KernelVariant> &variants);

/// Returns the number of launches of each kernel variant (one of several kernels for the same time
/// steps), in the order of `variants`. Together the launches compute `steps` time steps at the
/// least cost. Either one variant with `fewest` > 0 computes all steps, or only variants with
/// `fewest` == 0 do.
///
/// Divisions among variants with `fewest` == 0 are searched only up to a bounded number of steps.
/// The variant with the least cost per step fuses `s` steps. Any `s` launches of other variants
/// contain a group whose steps add up to a multiple of `s`. Launches of the cheapest variant
/// replace that group at no higher cost.
std::vector<std::int64_t> splitSteps(std::int64_t steps,
                                     const std::vector<KernelVariant> &variants);

/// Returns the least total cost of launches of `variants` (kernels that fuse different numbers of
/// steps) that together compute `steps` time steps. The unit is that of KernelVariant::cost.
/// Results up to 2^53 are exact.
double splitCost(std::int64_t steps, const std::vector<KernelVariant> &variants);

} // namespace stencilc::inline STENCILC_SPACE
