/// \file Predicts the cost of kernels that compute two time steps per sweep.
#pragma once

#include "plan/cost/CostModel.h"
#include "schedules/twosteps/Shape.h"

namespace stencilc::schedules {

/// Returns the number of registers that a thread needs to avoid spills, fitted to compiled kernels.
/// `prefetch`: planes loaded ahead, 0 or 1.
int twoStepRegisters(const analysis::Facts &facts, int prefetch);

/// Returns the estimate of a kernel of two time steps. Precondition: its shape and its blocks per
/// multiprocessor are set. `spilled` is the number of registers of a thread that do not fit and go
/// to local memory.
plan::Estimate estimateTwoSteps(const analysis::Facts &facts, const plan::KernelPlan &kernel,
                                int spilled, const plan::Target &target);

} // namespace stencilc::schedules
