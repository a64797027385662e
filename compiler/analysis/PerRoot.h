/// \file Constants divided by square roots, which kernels compute in one sequence of instructions.
#pragma once

#include "ir/Program.h"

namespace stencilc::analysis {

/// Returns true if an expression is a constant divided by a square root.
bool isPerRoot(const ir::Program &program, ir::ExprId id);

/// Returns true if `id` is a constant divided by a square root, in f64, that may have a deferred
/// check. The kernel then records special operands of roots, and computes a row again if there are
/// any (RareOperands in runtime/include/stencilc/Rare.h). The constant itself must need no check.
/// In f32, individual tests take less time than a branch for each row.
bool mayFlagSpecialRoots(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::analysis
