/// \file Number of intermediate values that are in registers while an update is computed.
#pragma once

#include "ir/Program.h"

namespace stencilc::analysis {

/// Returns the largest number of intermediate values that are needed at the same time while `roots`
/// are computed. The order is that of the expression pool, as in emitted code. Leaves, such as
/// reads and constants, do not count. Conditions do not count either, because they have registers
/// of their own.
int temporariesOf(const ir::Program &program, const std::vector<ir::ExprId> &roots);

} // namespace stencilc::analysis
