/// \file Evaluates expressions that are known at compile time.
#pragma once

#include "ir/Program.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace stencilc::ir {

/// The value of `id`, every operation done and rounded in the type of its node; nothing if it
/// depends on a parameter, an extent or a cell.
std::optional<double> foldLiteral(const Program &program, ExprId id);

/// The value of one node, given the values of its operands (asked for from left to right).
std::optional<double> foldNode(const Program &program, const Expr &expr,
                               llvm::function_ref<std::optional<double>(ExprId)> valueOf);

/// Whether every target gives the same bits: not so for exp, log, sin, cos and tanh.
bool isCorrectlyRounded(UnaryOp op);

/// One operation on values of `type` (the type of the operands). Bool results are 0 or 1.
double foldUnary(UnaryOp op, double operand, ScalarType type);
double foldBinary(BinaryOp op, double lhs, double rhs, ScalarType type);

} // namespace stencilc::ir
