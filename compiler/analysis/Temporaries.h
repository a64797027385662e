/// \file Largest number of intermediate values that are in registers at the same time while an
/// update is computed.
#pragma once

#include "ir/Program.h"

namespace stencilc::analysis {

/// Returns the largest number of intermediate values that are in registers at the same time while
/// the expressions `roots` are computed. Expressions are computed in the order in which the program
/// stores them. Reads, constants and conditions do not count.
int temporariesOf(const ir::Program &program, const std::vector<ir::ExprId> &roots);

} // namespace stencilc::analysis
