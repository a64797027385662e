/// \file Evaluates literal expressions at compile time.
#pragma once

#include "ir/Program.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace stencilc::ir {

/// Returns the value of `id`, with every operation rounded to the type of its node. Returns nullopt
/// if it contains a leaf that is not a Constant.
std::optional<double> foldLiteral(const Program &program, ExprId id);

/// Returns the value of one node, or `nullopt` if it is unknown. `valueOf` returns the value of an
/// operand, or `nullopt`; it is called from the left operand to the right one.
std::optional<double> foldNode(const Program &program, const Expr &expr,
                               llvm::function_ref<std::optional<double>(ExprId)> valueOf);

/// Returns whether the operation has the same bits on every target. That is false for exp, log,
/// sin, cos and tanh.
bool isCorrectlyRounded(UnaryOp op);

/// Computes one operation; foldBinary() does so for two operands. `type` is the type of the
/// operands. Bool results are 0 or 1.
double foldUnary(UnaryOp op, double operand, ScalarType type);
double foldBinary(BinaryOp op, double lhs, double rhs, ScalarType type);

} // namespace stencilc::ir
