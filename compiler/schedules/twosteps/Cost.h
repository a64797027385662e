/// \file Predicted cost of two steps on a tile.
#pragma once

#include "plan/CostModel.h"
#include "schedules/twosteps/Shape.h"

namespace stencilc::schedules {

/// Returns the registers of a thread without spills, fitted to compiled kernels.
int twoStepRegisters(const analysis::Facts &facts, int prefetch);

/// Returns the estimate of `kernel`, which has its shape and blocks per multiprocessor, and
/// `spilled` registers too few.
plan::Estimate estimateTwoSteps(const analysis::Facts &facts, const plan::KernelPlan &kernel,
                                int spilled, const plan::Target &target);

} // namespace stencilc::schedules
