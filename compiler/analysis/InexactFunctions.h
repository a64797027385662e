/// \file Functions that are not correctly rounded, so that a GPU and its host may compute different
/// bits (docs/reference/arithmetic.md).
#pragma once

#include "ir/Program.h"

namespace stencilc::analysis {

/// Returns the sorted names of functions that are not correctly rounded and that a program uses in
/// updates, boundary values or reductions. If there are none, a GPU computes the same bits as its
/// host.
std::vector<std::string> inexactFunctions(const ir::Program &program);

} // namespace stencilc::analysis
