/// \file Traversal of the kernel tree: operands of an expression, expressions and bodies of a
/// statement, everything below a body.
#pragma once

#include "kernel/Kernel.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>
#include <set>

namespace stencilc::kernel {

/// Calls `visit` with each operand by reference, in the order of the text. Bodies of closures are
/// not operands.
void forEachOperand(Expr &expr, const std::function<void(ExprId &)> &visit);
/// Operands of an expression; most have no more than fit inline.
using Operands = llvm::SmallVector<ExprId, 4>;
Operands operandsOf(const Expr &expr);

/// Calls `visit` with each expression directly in a statement, by reference.
void forEachExpr(Stmt &stmt, const std::function<void(ExprId &)> &visit);
/// Returns the expressions directly in a statement.
Operands exprsOf(const Stmt &stmt);
/// Returns the bodies directly in a statement, without those of closures in its expressions.
std::vector<Body *> bodiesOf(Stmt &stmt);
std::vector<const Body *> bodiesOf(const Stmt &stmt);

/// Calls `visit` with each statement below a body, including those of closures, outer ones first.
/// `visit` must not change statements or expressions.
void forEachStmt(const Module &module, const Body &body, const std::function<void(StmtId)> &visit);
/// Calls `visit` with each expression below a body, users before operands. `visit` must not change
/// statements or expressions.
void forEachExprBelow(const Module &module, const Body &body,
                      const std::function<void(ExprId)> &visit);

/// Returns the variables that a body names.
std::set<VarId> varsIn(const Module &module, const Body &body);

/// Rebuilds all expressions of a function from the leaves up, so that they fold again. An
/// expression for which `replace` returns another one is replaced by it.
using Replacing = std::function<std::optional<ExprId>(const Expr &)>;
void rewrite(Module &module, FunctionId function, const Replacing &replace);

} // namespace stencilc::kernel
