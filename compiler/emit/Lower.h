/// \file Lowering of a plan: builds its kernel trees and runs all passes. Objects in the trees have
/// no final names yet.
#pragma once

#include "analysis/Facts.h"
#include "kernel/Kernel.h"
#include "plan/interface/Plan.h"
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::emit {

/// A lowered kernel module. `stages` has a copy of the module after each pass, with the name of the
/// pass. It is empty unless requested.
struct LoweredModule {
  kernel::Module module;
  std::vector<std::pair<std::string, kernel::Module>> stages = {};
};

struct LoweredKernels {
  LoweredModule cells; // kernels of single time steps, and of reports and rules
  std::map<std::string, LoweredModule> fused = {}; // kernels of fused time steps, by namespace
  LoweredModule host = {};                         // functions that the host computes

  /// Returns all modules of the plan that contain kernels.
  std::vector<const kernel::Module *> modules() const;
};

/// Kernel trees of a plan, and of its alternatives: plans that a long run times against it on its
/// first steps.
struct LoweredPlan {
  LoweredKernels own;
  std::vector<LoweredKernels> others; // in the order of Plan::alternatives
};
LoweredPlan lowerPlan(const analysis::Facts &facts, const plan::Plan &plan, bool withStages);

/// Builds the kernel trees of one plan. An alternative plan (`isAlternative`) uses functions of the
/// best plan, which are omitted: reports, stopping conditions, host functions, and single steps if
/// the plan fuses steps. `withStages` keeps a copy of each tree after each pass.
LoweredKernels lowerKernels(const analysis::Facts &facts, const plan::Plan &plan,
                            bool isAlternative, bool withStages);

/// Returns all kernels of a plan that fuse time steps. Remainder kernels, for the steps left after
/// full groups of fused steps, are included.
std::vector<plan::FusedKernel> fusedKernels(const plan::Plan &plan);
std::string spaceOf(const plan::FusedKernel &kernel);
/// Returns true if the plan has separate kernels for a single time step. An alternative plan (timed
/// against the best plan in a run) has no such kernels if it fuses steps. It uses those of the best
/// plan.
bool hasStepKernels(const plan::Plan &plan, bool isAlternative);

} // namespace stencilc::emit
