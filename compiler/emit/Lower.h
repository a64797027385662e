/// \file Lowering of a plan: builds its kernel trees and runs all passes. Nothing has a name yet.
#pragma once

#include "analysis/Facts.h"
#include "kernel/Kernel.h"
#include "plan/Plan.h"
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::emit {

/// A lowered kernel module. `stages` has copies of it after each pass, with the name of the pass;
/// it is empty unless requested.
struct LoweredModule {
  kernel::Module module;
  std::vector<std::pair<std::string, kernel::Module>> stages = {};
};

struct LoweredKernels {
  LoweredModule cells; // kernels of single time steps, and of reports and rules
  std::map<std::string, LoweredModule> fused = {}; // kernels of fused time steps, by namespace
  LoweredModule host = {};                         // functions that the host computes

  /// Returns all modules that contain kernels.
  std::vector<const kernel::Module *> modules() const;
};

/// Kernel trees of a plan and of the alternatives that a trial compares it with.
struct LoweredPlan {
  LoweredKernels own;
  std::vector<LoweredKernels> others; // in the order of Plan::alternatives
};
LoweredPlan lowerPlan(const analysis::Facts &facts, const plan::Plan &plan, bool withStages);

/// Builds the kernel trees of one plan. With `isAlternative` it omits functions that the best plan
/// has already: checks, host functions, and single steps if the plan fuses steps. `withStages`
/// keeps a copy of each tree after each pass.
LoweredKernels lowerKernels(const analysis::Facts &facts, const plan::Plan &plan,
                            bool isAlternative, bool withStages);

/// Returns all kernels of fused time steps of a plan, remainder kernels included.
std::vector<plan::FusedKernel> fusedKernels(const plan::Plan &plan);
std::string spaceOf(const plan::FusedKernel &kernel);
/// Returns whether the plan has separate kernels for a single time step. An alternative that fuses
/// steps has none, because it uses the best plan's.
bool hasStepKernels(const plan::Plan &plan, bool isAlternative);

} // namespace stencilc::emit
