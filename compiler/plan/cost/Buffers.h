/// \file Number of buffers (copies in memory) that each field needs under a plan.
#pragma once

#include "plan/interface/Plan.h"

namespace stencilc::plan {

/// Returns the number of buffers (arrays in memory, one for each time level that is in use) that
/// `field` needs under `plan`. Usually it is the number that dependence analysis found. Updates in
/// place need one buffer per time level. Some fused kernels, and loads as constant data
/// (ld.global.nc), need one or more additional buffers. Otherwise blocks would read cells that
/// other blocks have already overwritten.
int buffersOf(const analysis::Facts &facts, const Plan &plan, ir::FieldId field);

} // namespace stencilc::plan
