/// \file Constants divided by square roots, which kernels compute in one sequence of instructions.
#pragma once

#include "ir/Program.h"

namespace stencilc::analysis {

/// Returns true if an expression is a constant divided by a square root.
bool isPerRoot(const ir::Program &program, ir::ExprId id);

/// Returns true if expression `id` is an f64 constant divided by a square root whose operand a
/// kernel may test once for each row of cells. If an operand is special, such as zero, the kernel
/// computes the row again. The absolute value of the constant must be between 2^-100 and 2^100. In
/// f32, a test for each cell is faster.
bool mayFlagSpecialRoots(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::analysis
