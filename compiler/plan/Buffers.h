/// \file How many buffers the fields of a program have under a plan.
#pragma once

#include "plan/Plan.h"

namespace stencilc::plan {

/// As Dependence::buffers says; more where kernels read levels beyond the cells that they store, or
/// as data that nobody writes.
int buffersOf(const analysis::Facts &facts, const Plan &plan, ir::FieldId field);

} // namespace stencilc::plan
