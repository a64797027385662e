/// \file Small walks over Clang's statements.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTTypeTraits.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SetVector.h"

namespace stencilc::lift {

/// In the order in which they were found: texts are made from it.
using VariableSet = llvm::SetVector<const clang::ValueDecl *>;

/// All declarations that `statement` refers to.
void collectNames(const clang::Stmt *statement, VariableSet &names);

/// Calls `use` with `statement` and every statement below it, those of parallel regions too.
void forAll(const clang::Stmt *statement, const std::function<void(const clang::Stmt &)> &use);

/// The statement that an OpenMP directive is for; null without one.
const clang::Stmt *bodyOf(const clang::OMPExecutableDirective &directive);

/// The variable that a reference stands for, if its declaration names one; else `variable`.
const clang::ValueDecl *referredBy(const clang::ValueDecl *variable);

/// The variable that an expression names, if it is one; of a reference the one it stands for.
const clang::ValueDecl *variableOf(const clang::Expr *expression);

/// Adds the members of a structure that holds `type`, those of its bases and members among them.
void collectMembers(clang::QualType type, VariableSet &members);

/// What a statement changes by itself: the left side of an assignment, `i` of `++i`; else null.
const clang::Expr *changedBy(const clang::Stmt &statement);

/// Whether `test` holds for anything around `node`.
bool isAround(clang::DynTypedNode node, clang::ASTContext &context,
              llvm::function_ref<bool(const clang::DynTypedNode &)> test);

/// Whether a place of the file lies within a range, both where macros are used.
bool isWithin(clang::SourceLocation at, clang::SourceRange range,
              const clang::SourceManager &manager);

/// The text of a statement as the file has it, macros as they are used.
std::string sourceOf(const clang::Stmt &statement, const clang::ASTContext &context);

/// `a = b` of `x = a = b`, and `x += 1`; null if the expression is something else.
inline const clang::BinaryOperator *assignmentIn(const clang::Expr *expression) {
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParenImpCasts());
  return operation && operation->isAssignmentOp() ? operation : nullptr;
}

/// What stands for a node of Clang's own, or for an assignment, which has been carried out by now;
/// null for any other expression.
inline const clang::Expr *innerOf(const clang::Expr *expression) {
  if (const auto *cleanups = llvm::dyn_cast<clang::FullExpr>(expression))
    return cleanups->getSubExpr();
  if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
    return temporary->getSubExpr();
  const clang::BinaryOperator *assignment = assignmentIn(expression);
  return assignment ? assignment->getLHS() : nullptr;
}

} // namespace stencilc::lift
