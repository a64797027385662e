/// \file Predicts the cost of plans of schedule tensorcore.
#pragma once

#include "plan/CostModel.h"
#include "schedules/tensorcore/DenseUpdate.h"

namespace stencilc::schedules {

/// Returns the predicted number of registers of a lane. The result can be larger than a lane can
/// have; the registers above that spill.
int registersOfProducts(const TensorShape &shape);
/// Returns the predicted traffic of an update that tensor cores compute.
plan::Traffic trafficOfProducts(const analysis::Facts &facts, const plan::Target &target,
                                const TensorShape &shape);
plan::Estimate estimateOfProducts(const plan::Traffic &traffic, const plan::Target &target);

} // namespace stencilc::schedules
