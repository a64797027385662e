/// \file Small walks over Clang's statements.
#pragma once

#include "lift/Reader.h"

namespace stencilc::lift {

/// All declarations that `statement` refers to.
void collectNames(const clang::Stmt *statement, VariableSet &names);

/// Calls `use` with `statement` and every statement below it, those of parallel regions too.
void forAll(const clang::Stmt *statement, const std::function<void(const clang::Stmt &)> &use);

/// The variable that an expression names, if it is one.
const clang::ValueDecl *variableOf(const clang::Expr *expression);

/// `a = b` of `x = a = b`, and `x += 1`; null if the expression is something else.
inline const clang::BinaryOperator *assignmentIn(const clang::Expr *expression) {
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParenImpCasts());
  return operation && operation->isAssignmentOp() ? operation : nullptr;
}

} // namespace stencilc::lift
