/// \file Division of a number of time steps into launches of kernels that compute several steps
/// each.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Properties of a kernel variant (one of several kernels for the same time steps) that decide how
/// steps are divided into launches.
struct KernelVariant {
  int steps;         // fused time steps
  std::int64_t cost; // of a launch, in any unit; not negative
};
/// Number by which costs in program descriptions, in nanoseconds for 1e9 cells, are divided to get
/// seconds per cell.
inline constexpr double kCostOfASecond = 1e18;

/// The cheapest division into launches for each number of time steps up to a limit.
struct Splits {
  std::vector<std::int64_t> cost; // least cost, indexed by the number of steps
  std::vector<std::size_t> first; // a kernel variant of that division
};

/// Returns the cheapest divisions of 0 to `steps` time steps into launches. If costs are equal, the
/// first of `variants` is preferred. Precondition: one kernel variant computes a single step.
Splits splitsUpTo(std::int64_t steps, const std::vector<KernelVariant> &variants);

/// Returns the number of launches of each kernel variant (one of several kernels for the same time
/// steps), in the order of `variants`. Together the launches compute `steps` time steps at the
/// least cost.
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
