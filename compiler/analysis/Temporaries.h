/// \file Number of intermediate values that are in registers while an update is computed.
#pragma once

#include "ir/Program.h"

namespace stencilc::analysis {

/// Returns the largest number of intermediate values that registers hold at the same time while
/// `roots` are computed. Emitted code computes expressions in the order of the pool. Reads,
/// constants and conditions do not count.
int temporariesOf(const ir::Program &program, const std::vector<ir::ExprId> &roots);

} // namespace stencilc::analysis
