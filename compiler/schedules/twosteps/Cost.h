/// \file What two steps on a tile cost.
#pragma once

#include "plan/CostModel.h"
#include "schedules/twosteps/Shape.h"

namespace stencilc::schedules {

/// Registers of a thread that spills none, by what compiled kernels have.
int twoStepRegisters(const analysis::Facts &facts, int prefetch);

/// The estimate of `kernel`, which has its shape and its blocks on a multiprocessor, and so many
/// registers too few.
plan::Estimate estimateTwoSteps(const analysis::Facts &facts, const plan::KernelPlan &kernel,
                                int spilled, const plan::Target &target);

} // namespace stencilc::schedules
