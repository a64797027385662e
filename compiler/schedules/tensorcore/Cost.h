/// \file Predicts the cost of plans of schedule tensorcore.
#pragma once

#include "plan/cost/CostModel.h"
#include "schedules/tensorcore/DenseUpdate.h"

namespace stencilc::schedules {

/// Returns the predicted number of registers of a lane (a thread of a warp). The result can be
/// larger than the number that a lane can have. The difference spills to local memory.
int registersOfProducts(const TensorShape &shape);
/// Returns the predicted traffic (bytes, instructions and waiting time) of an update that tensor
/// cores compute.
plan::Traffic trafficOfProducts(const analysis::Facts &facts, const plan::Target &target,
                                const TensorShape &shape);
plan::Estimate estimateOfProducts(const plan::Traffic &traffic, const plan::Target &target);

} // namespace stencilc::schedules
