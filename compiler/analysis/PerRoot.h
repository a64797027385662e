/// \file Constants divided by square roots, which kernels compute in one sequence of instructions.
#pragma once

#include "ir/Program.h"

namespace stencilc::analysis {

/// Returns true if an expression is a constant divided by a square root.
bool isPerRoot(const ir::Program &program, ir::ExprId id);

/// Returns true if `id` is an f64 constant divided by a square root whose operand a kernel may test
/// once for each row of cells. The kernel records special operands, such as zeros, and computes the
/// row again if there are any. The constant itself must need no test. In f32, a test for each cell
/// is faster.
bool mayFlagSpecialRoots(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::analysis
