/// \file One operation of the interpreter, done and rounded in its own type.
///
/// Values travel as double; an f32 value is a double that a float can hold. An f32 operation is
/// done by the float operation itself, so no second rounding can creep in. Compiled with
/// contraction off.
#pragma once

#include "ir/Program.h"

namespace stencilc::ir {

/// `value` rounded to `type`; Bool gives 0 or 1.
double evaluateConvert(double value, ScalarType type);
/// `type` is the type of the operands in all of these; comparisons and logic give 0 or 1.
double evaluateUnary(UnaryOp op, double operand, ScalarType type);
double evaluateBinary(BinaryOp op, double lhs, double rhs, ScalarType type);
double evaluateFma(double a, double b, double c, ScalarType type);

} // namespace stencilc::ir
