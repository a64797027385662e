/// \file Steps over the kernel tree: operands of an expression, expressions and bodies of a
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
/// Few expressions have more operands than have room here.
using Operands = llvm::SmallVector<ExprId, 4>;
/// The operands of an expression.
Operands operandsOf(const Expr &expr);

/// Calls `visit` with each expression that a statement itself holds, by reference.
void forEachExpr(Stmt &stmt, const std::function<void(ExprId &)> &visit);
/// The expressions that a statement itself holds.
Operands exprsOf(const Stmt &stmt);
/// The bodies of a statement itself, not of closures in its expressions.
std::vector<Body *> bodiesOf(Stmt &stmt);
std::vector<const Body *> bodiesOf(const Stmt &stmt);

/// Calls `visit` with each statement below a body, outer ones first, those of closures too. It may
/// change no statement or expression.
void forEachStmt(const Module &module, const Body &body, const std::function<void(StmtId)> &visit);
/// Calls `visit` with each expression below a body, operands after their users; the same holds.
void forEachExprBelow(const Module &module, const Body &body,
                      const std::function<void(ExprId)> &visit);

/// The variables that a body names.
std::set<VarId> varsIn(const Module &module, const Body &body);

/// Rebuilds all expressions of a function from the leaves up, so that they fold again. `replace`
/// may put another expression in the place of one.
using Replacing = std::function<std::optional<ExprId>(const Expr &)>;
void rewrite(Module &module, FunctionId function, const Replacing &replace);

} // namespace stencilc::kernel
