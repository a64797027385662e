/// \file Helper functions that walk over Clang's statements.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTTypeTraits.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SetVector.h"

namespace stencilc::lift {

/// A set of declarations in the order of insertion, so that texts made from it are deterministic.
using VariableSet = llvm::SetVector<const clang::ValueDecl *>;

/// Adds all declarations that `statement` refers to to `names`.
void collectNames(const clang::Stmt *statement, VariableSet &names);

/// Calls `use` for `statement` and every statement in it, including bodies of OpenMP directives.
void forAll(const clang::Stmt *statement, const std::function<void(const clang::Stmt &)> &use);

/// Returns the statement under an OpenMP directive; null if it has none.
const clang::Stmt *bodyOf(const clang::OMPExecutableDirective &directive);

/// Returns the variable that the C++ reference `variable` is initialised with; else `variable`
/// itself.
const clang::ValueDecl *referredBy(const clang::ValueDecl *variable);

/// Returns the variable that `expression` names; for a C++ reference, the variable that it refers
/// to. Null for other expressions.
const clang::ValueDecl *variableOf(const clang::Expr *expression);

/// Adds all members of the structure `type` to `members`, including those of its bases and nested
/// structures.
void collectMembers(clang::QualType type, VariableSet &members);

/// Returns the expression that `statement` itself changes: the left side of an assignment, or `i`
/// of `++i`. Returns null for other statements.
const clang::Expr *changedBy(const clang::Stmt &statement);

/// Returns whether `test` is true for any syntax node around `node`.
bool isAround(clang::DynTypedNode node, clang::ASTContext &context,
              llvm::function_ref<bool(const clang::DynTypedNode &)> test);

/// Returns whether location `at` lies within `range`. Locations in macros count as those of the
/// macros' uses.
bool isWithin(clang::SourceLocation at, clang::SourceRange range,
              const clang::SourceManager &manager);

/// Returns the source text of `statement`, with macros unexpanded.
std::string sourceOf(const clang::Stmt &statement, const clang::ASTContext &context);

/// Returns `expression` as an assignment, such as `x += 1`, or null. Parentheses and implicit casts
/// are skipped.
inline const clang::BinaryOperator *assignmentIn(const clang::Expr *expression) {
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParenImpCasts());
  return operation && operation->isAssignmentOp() ? operation : nullptr;
}

/// Returns the expression inside a wrapper node of Clang, or the left side of an assignment that
/// has already been executed. Returns null for other expressions.
inline const clang::Expr *innerOf(const clang::Expr *expression) {
  if (const auto *cleanups = llvm::dyn_cast<clang::FullExpr>(expression))
    return cleanups->getSubExpr();
  if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
    return temporary->getSubExpr();
  const clang::BinaryOperator *assignment = assignmentIn(expression);
  return assignment ? assignment->getLHS() : nullptr;
}

} // namespace stencilc::lift
