/// \file Arithmetic of the interpreter: single operations, each rounded to its own type.
///
/// Values are passed as double. An f32 value is a double that float represents exactly. An f32
/// operation uses the float operation itself, so there is no double rounding. The file is compiled
/// with contraction into FMA disabled.
#pragma once

#include "ir/Program.h"

namespace stencilc::ir {

/// Returns `value` rounded to `type`; Bool gives 0 or 1.
double evaluateConvert(double value, ScalarType type);
/// Returns the result of an operation with one operand, rounded to `type`, the type of the operand.
/// Logic returns 0 or 1.
double evaluateUnary(UnaryOp op, double operand, ScalarType type);
/// Returns the result of an operation with two operands of type `type`, rounded to that type.
/// Comparisons and logic return 0 or 1.
double evaluateBinary(BinaryOp op, double lhs, double rhs, ScalarType type);
double evaluateFma(double a, double b, double c, ScalarType type);

} // namespace stencilc::ir
