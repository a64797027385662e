/// \file Predicts the cost of kernels that compute two time steps per sweep.
#pragma once

#include "plan/cost/CostModel.h"
#include "schedules/twosteps/Shape.h"

namespace stencilc::schedules {

/// Returns the number of registers that a thread needs to compute two time steps without spills.
/// `prefetch` is the number of planes loaded ahead of their use, 0 or 1. The formula was fitted to
/// compiled kernels.
int twoStepRegisters(const analysis::Facts &facts, int prefetch);

/// Returns the predicted time, bytes and instructions per updated cell of `kernel`, which computes
/// two time steps per sweep. `spilled` is the number of registers of a thread that are kept in
/// local memory. Precondition: `kernel.shape` and `kernel.residentBlocks` (blocks per
/// multiprocessor) are set.
plan::Estimate estimateTwoSteps(const analysis::Facts &facts, const plan::KernelPlan &kernel,
                                int spilled, const plan::Target &target);

} // namespace stencilc::schedules
