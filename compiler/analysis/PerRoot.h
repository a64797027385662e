/// \file Constants divided by square roots, which kernels compute at once.
#pragma once

#include "ir/Program.h"

namespace stencilc::analysis {

/// Whether an expression is a constant divided by a square root.
bool isPerRoot(const ir::Program &program, ir::ExprId id);

/// Whether kernels need no test of the constant, so that rare arguments of the root may be told of
/// and computed again (RareOperands in runtime/include/stencilc/Rare.h). In f64 alone: in f32 the
/// tests take less than a branch for each row does.
bool mayTellRareRoots(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::analysis
