/// \file Traversal of the kernel tree: operands of an expression, expressions and bodies of a
/// statement, and everything in a body.
#pragma once

#include "kernel/Kernel.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>
#include <set>

namespace stencilc::kernel {

/// Calls `visit` with a reference to each operand of an expression, in the order of the text.
/// Bodies of lambdas are not operands.
void forEachOperand(Expr &expr, const std::function<void(ExprId &)> &visit);
/// List of the operands of an expression. Up to four need no allocation, and most expressions have
/// at most four.
using Operands = llvm::SmallVector<ExprId, 4>;
Operands operandsOf(const Expr &expr);

/// Calls `visit` with a reference to each expression of a statement. Expressions of nested
/// statements are left out.
void forEachExpr(Stmt &stmt, const std::function<void(ExprId &)> &visit);
/// Returns the expressions of a statement, without those of nested statements.
Operands exprsOf(const Stmt &stmt);
/// Returns the bodies of a statement, such as those of an `if`. Bodies of lambdas in its
/// expressions are left out.
std::vector<Body *> bodiesOf(Stmt &stmt);
std::vector<const Body *> bodiesOf(const Stmt &stmt);

/// Calls `visit` with each statement in a body, including nested ones and those of lambdas. An
/// outer statement is visited before those in it. `visit` must not change statements or
/// expressions.
void forEachStmt(const Module &module, const Body &body, const std::function<void(StmtId)> &visit);
/// Calls `visit` with each expression in a body and in its nested statements. An expression is
/// visited before its operands. `visit` must not change statements or expressions.
void forEachExprBelow(const Module &module, const Body &body,
                      const std::function<void(ExprId)> &visit);

/// Returns all variables that occur in a body, including nested statements.
std::set<VarId> varsIn(const Module &module, const Body &body);

/// Callback that returns the replacement of an expression, or `nullopt` to keep the expression. A
/// rewrite of a function calls it for all expressions, operands first, and simplifies the results.
using Replacing = std::function<std::optional<ExprId>(const Expr &)>;
void rewrite(Module &module, FunctionId function, const Replacing &replace);

} // namespace stencilc::kernel
