/// \file Predicts the cost of plans of schedule tensorcore.
#pragma once

#include "plan/cost/CostModel.h"
#include "schedules/tensorcore/DenseUpdate.h"

namespace stencilc::schedules {

/// Returns the predicted number of registers that a lane (a thread of a warp) needs. The number can
/// exceed what a lane can have. The excess spills to local memory.
int registersOfProducts(const TensorShape &shape);
/// Returns the predicted traffic of an update that tensor cores compute: bytes, instructions and
/// waiting time. `shape` is the kernel that computes it.
plan::Traffic trafficOfProducts(const analysis::Facts &facts, const plan::Target &target,
                                const TensorShape &shape);
/// Returns the predicted time of an update that tensor cores compute, from its counts in `traffic`.
plan::Estimate estimateOfProducts(const plan::Traffic &traffic, const plan::Target &target);

} // namespace stencilc::schedules
