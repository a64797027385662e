/// \file Helper functions that visit statements of Clang's syntax tree.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTTypeTraits.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SetVector.h"

namespace stencilc::lift {

/// Set of C declarations in the order of insertion. Texts made from it are the same in each run.
using VariableSet = llvm::SetVector<const clang::ValueDecl *>;

/// Adds to `names` all declarations to which `statement` refers.
void collectNames(const clang::Stmt *statement, VariableSet &names);

/// Calls `use` for `statement` and every statement in it. Bodies of OpenMP directives are included.
void forAll(const clang::Stmt *statement, const std::function<void(const clang::Stmt &)> &use);

/// Returns the statement under an OpenMP directive, or null if the directive has none.
const clang::Stmt *bodyOf(const clang::OMPExecutableDirective &directive);

/// Returns the variable to which the C++ reference `variable` is bound. Returns `variable` itself
/// if it is no reference.
const clang::ValueDecl *referredBy(const clang::ValueDecl *variable);

/// Returns the variable that `expression` names. If that is a C++ reference, returns the variable
/// to which it is bound. Returns null for other expressions.
const clang::ValueDecl *variableOf(const clang::Expr *expression);

/// Adds all members of the structure `type` to `members`. Members of its bases and of nested
/// structures are included.
void collectMembers(clang::QualType type, VariableSet &members);

/// Returns the expression that `statement` itself changes: the left side of an assignment, or `i`
/// of `++i`. Returns null for other statements.
const clang::Expr *changedBy(const clang::Stmt &statement);

/// Returns true if `test` returns true for a syntax node that contains `node`.
bool isAround(clang::DynTypedNode node, clang::ASTContext &context,
              llvm::function_ref<bool(const clang::DynTypedNode &)> test);

/// Returns true if the location `at` is in `range`. The location of code in a macro is that of the
/// macro's use.
bool isWithin(clang::SourceLocation at, clang::SourceRange range,
              const clang::SourceManager &manager);

/// Returns the source text of `statement`. Macros are not expanded.
std::string sourceOf(const clang::Stmt &statement, const clang::ASTContext &context);

/// Returns `expression` as an assignment, such as `x += 1`, or null if it is none. Parentheses and
/// implicit casts around it are skipped.
inline const clang::BinaryOperator *assignmentIn(const clang::Expr *expression) {
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParenImpCasts());
  return operation && operation->isAssignmentOp() ? operation : nullptr;
}

/// Returns the operand of a node that Clang adds around an expression, for example for a temporary
/// object. For an assignment, returns the left side, because the readers have already executed the
/// assignment. Returns null for other expressions.
inline const clang::Expr *innerOf(const clang::Expr *expression) {
  if (const auto *cleanups = llvm::dyn_cast<clang::FullExpr>(expression))
    return cleanups->getSubExpr();
  if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
    return temporary->getSubExpr();
  const clang::BinaryOperator *assignment = assignmentIn(expression);
  return assignment ? assignment->getLHS() : nullptr;
}

} // namespace stencilc::lift
