/// \file Whether steps of a program can be fused at all, by whatever schedule.
#pragma once

#include "plan/Schedule.h"

namespace stencilc::plan {

/// Not where each step waits for numbers of the whole grid, or has updates that are repeated. The
/// refusal says why, and to use `instead`.
Fit fitFusedSteps(const ir::Program &program, llvm::StringRef instead);

/// What a step of a run costs, in the mean over its segments, where groups of `steps` cost `fused`
/// a step and the others `single`.
double costOfSteps(const analysis::Facts &facts, int steps, double fused, double single);

} // namespace stencilc::plan
