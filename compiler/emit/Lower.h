/// \file The kernel trees of a plan, through all passes: before anything has a name.
#pragma once

#include "analysis/Facts.h"
#include "kernel/Kernel.h"
#include "plan/Plan.h"
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::emit {

/// A module, and what it was after each pass, if somebody wants to see that.
struct LoweredModule {
  kernel::Module module;
  std::vector<std::pair<std::string, kernel::Module>> stages = {};
};

struct LoweredKernels {
  LoweredModule cells;                             // of single steps, and passes over the cells
  std::map<std::string, LoweredModule> fused = {}; // of fused steps, by their namespace
  LoweredModule host = {};                         // what the host computes

  /// All modules that have kernels.
  std::vector<const kernel::Module *> modules() const;
};

/// A plan and those it is tried against.
struct LoweredPlan {
  LoweredKernels own;
  std::vector<LoweredKernels> others; // of the alternatives, in their order
};
LoweredPlan lowerPlan(const analysis::Facts &facts, const plan::Plan &plan, bool withStages);

/// An alternative has kernels for what the best plan has none for, and nothing else.
LoweredKernels lowerKernels(const analysis::Facts &facts, const plan::Plan &plan,
                            bool isAlternative, bool withStages);

/// All kernels of fused steps, and the namespace of one: "steps12".
std::vector<plan::FusedKernel> fusedKernels(const plan::Plan &plan);
std::string spaceOf(const plan::FusedKernel &kernel);
/// Whether there is a function that does one step by kernels of its own: of an alternative that
/// fuses steps there is none, as the best plan has one.
bool hasStepKernels(const plan::Plan &plan, bool isAlternative);

} // namespace stencilc::emit
