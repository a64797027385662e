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

/// The kernels of single steps and checks, and those of fused steps by their namespace.
struct LoweredKernels {
  LoweredModule cells;
  std::map<std::string, LoweredModule> fused = {};

  std::vector<const kernel::Module *> modules() const;
};

LoweredKernels lowerKernels(const analysis::Facts &facts, const plan::Plan &plan, bool withStages);

/// The namespace of a kernel of fused steps: "steps12".
std::string spaceOf(const plan::FusedKernel &kernel);

} // namespace stencilc::emit
