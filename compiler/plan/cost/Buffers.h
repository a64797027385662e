/// \file Number of buffers (copies in memory) that each field needs under a plan.
#pragma once

#include "plan/interface/Plan.h"

namespace stencilc::plan {

/// Returns the number of buffers (copies in memory) that `field` needs under `plan`. It is usually
/// the number in Dependence::buffers. Plans that update in place need one buffer per time level.
/// Plans with fused tiles or with loads of constant data may need more, because blocks read cells
/// that other blocks may already have overwritten.
int buffersOf(const analysis::Facts &facts, const Plan &plan, ir::FieldId field);

} // namespace stencilc::plan
