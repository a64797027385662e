/// \file The table of kernel variants, from which a run chooses: kernels that fuse several time
/// steps, and kernels of alternative plans. The single-step kernels of the best plan are not in the
/// table.
#pragma once

#include "plan/interface/Plan.h"
#include <cstdint>
#include <string>
#include <vector>

namespace stencilc::emit {

/// A kernel variant: an entry of the table of kernels among which a run chooses.
struct KernelVariant {
  /// Number of time steps that one launch computes, or the largest number if `fewest` is not 0.
  int steps = 1;
  std::string launch;            // function that launches it: "steps4::launch"
  std::int64_t cost = 0;         // cost of a launch, in the unit of plan::launchCost
  std::string schedule = {};     // schedule of an alternative plan; empty: the best plan's own
  int fewest = 0;                // as plan::FusedPlan::fewest
  std::int64_t costOfFewest = 0; // cost of a launch of `fewest` steps
};

/// Returns the kernel variants among which a run chooses: kernels of the plan for several time
/// steps, and kernels of alternative plans. Variants that fuse the most time steps come first.
std::vector<KernelVariant> variantTableOf(const plan::Plan &plan);

/// Returns the predicted cost of a single time step, in nanoseconds for a grid of 1e9 cells. If a
/// remainder kernel (for the steps after the last full group of fused steps) computes single steps,
/// this is the cost of its launch.
std::int64_t stepCost(const plan::Plan &plan);

/// Returns the namespace of the kernels of an alternative plan (timed against the best plan in a
/// run): "bySweep" for the schedule `sweep`.
std::string alternativeSpace(const plan::Plan &plan);

} // namespace stencilc::emit
