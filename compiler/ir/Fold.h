/// \file Evaluates literal expressions at compile time.
#pragma once

#include "ir/Program.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace stencilc::ir {

/// Returns the value of expression `id`, with every operation rounded to the type of its node.
/// Returns `nullopt` if the expression contains a leaf that is not a Constant.
std::optional<double> foldLiteral(const Program &program, ExprId id);

/// Returns the value of one node, or `nullopt` if it is unknown. The callback `valueOf` returns the
/// value of an operand, or `nullopt`. It is called for the operands from left to right.
std::optional<double> foldNode(const Program &program, const Expr &expr,
                               llvm::function_ref<std::optional<double>(ExprId)> valueOf);

/// Returns true if the operation has the same bits on every target. Returns false for exp, log,
/// sin, cos and tanh.
bool isCorrectlyRounded(UnaryOp op);

/// Returns the result of an operation with one operand, rounded to `type`, the type of the operand.
/// Logic returns 0 or 1.
double foldUnary(UnaryOp op, double operand, ScalarType type);
/// Returns the result of an operation with two operands of type `type`, rounded to that type.
/// Comparisons and logic return 0 or 1.
double foldBinary(BinaryOp op, double lhs, double rhs, ScalarType type);

} // namespace stencilc::ir
