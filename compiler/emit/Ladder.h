/// \file The ladder: the kernels that runs choose among, beside single steps.
#pragma once

#include "plan/Plan.h"
#include <cstdint>
#include <string>
#include <vector>

namespace stencilc::emit {

/// A kernel of the ladder.
struct Rung {
  int steps = 1;
  std::string launch;        // the function that launches it: "steps4::launch"
  std::int64_t cost = 0;     // of a launch, as plan::launchCost counts
  std::string schedule = {}; // of an alternative; empty: it is of the best plan
};

/// All kernels of several steps of a plan, and those of its alternatives; the deepest first.
std::vector<Rung> ladderOf(const plan::Plan &plan);

/// What a single step costs, as launches do: the last kernel's, if it is one.
std::int64_t stepCost(const plan::Plan &plan);

/// The namespace of an alternative's kernels: "bySweep".
std::string alternativeSpace(const plan::Plan &plan);

} // namespace stencilc::emit
