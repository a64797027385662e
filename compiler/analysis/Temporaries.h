/// \file How many values wait in registers while updates are computed.
#pragma once

#include "ir/Program.h"

namespace stencilc::analysis {

/// Numbers that have been computed and are still needed, at most at once, while the roots are
/// computed in the order of the pool, which is that of the emitted text. Leaves are not among them:
/// cells are held by their schedule. Conditions are not either: they have registers of their own.
int temporariesOf(const ir::Program &program, const std::vector<ir::ExprId> &roots);

} // namespace stencilc::analysis
