/// \file What the plans of schedule tensorcore cost.
#pragma once

#include "plan/CostModel.h"
#include "schedules/tensorcore/DenseUpdate.h"

namespace stencilc::schedules {

/// Registers of a lane, more than it can have where some spill.
int registersOfProducts(const TensorShape &shape);
/// What an update needs.
plan::Traffic trafficOfProducts(const analysis::Facts &facts, const plan::Target &target,
                                const TensorShape &shape);
plan::Estimate estimateOfProducts(const plan::Traffic &traffic, const plan::Target &target);

} // namespace stencilc::schedules
