/// \file Predicts the cost of plans of schedule tensorcore.
#pragma once

#include "plan/cost/CostModel.h"
#include "schedules/tensorcore/DenseUpdate.h"

namespace stencilc::schedules {

/// Returns the predicted number of registers that a lane (thread of a warp) of a kernel with
/// `shape` needs. If it exceeds the number that a lane can have, the excess spills to local memory.
int registersOfProducts(const TensorShape &shape);
/// Returns the predicted bytes, instructions and waiting time per updated cell of a kernel with
/// `shape`, which computes updates on tensor cores.
plan::Traffic trafficOfProducts(const analysis::Facts &facts, const plan::Target &target,
                                const TensorShape &shape);
/// Returns the predicted time per updated cell of a kernel that computes updates on tensor cores.
/// `traffic` has its bytes, instructions and waiting time.
plan::Estimate estimateOfProducts(const plan::Traffic &traffic, const plan::Target &target);

} // namespace stencilc::schedules
