/// \file Counts the buffers (copies in memory) that each field needs with a plan.
#pragma once

#include "plan/interface/Plan.h"

namespace stencilc::plan {

/// Returns the number of buffers of `field` under `plan`, usually that in Dependence::buffers.
/// Plans that update in place need only one for each time level. Fused tiles and loads of constant
/// data may need more, because they read cells that another block may already have overwritten.
int buffersOf(const analysis::Facts &facts, const Plan &plan, ir::FieldId field);

} // namespace stencilc::plan
