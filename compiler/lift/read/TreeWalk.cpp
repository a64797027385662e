/// \file Helper functions that visit statements of Clang's syntax tree.
#include "lift/read/TreeWalk.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace stencilc::lift {

using namespace clang;

void collectNames(const Stmt *statement, VariableSet &names) {
  if (!statement)
    return;
  if (const auto *reference = dyn_cast<DeclRefExpr>(statement))
    names.insert(reference->getDecl());
  for (const Stmt *child : statement->children())
    collectNames(child, names);
}

void forAll(const Stmt *statement, const std::function<void(const Stmt &)> &use) {
  if (!statement)
    return;
  use(*statement);
  if (const auto *directive = dyn_cast<OMPExecutableDirective>(statement))
    return forAll(bodyOf(*directive), use);
  for (const Stmt *child : statement->children())
    forAll(child, use);
}

const Stmt *bodyOf(const OMPExecutableDirective &directive) {
  return directive.hasAssociatedStmt() ? directive.getRawStmt() : nullptr;
}

const ValueDecl *referredBy(const ValueDecl *variable) {
  const auto *reference = dyn_cast_or_null<VarDecl>(variable);
  if (!reference || !reference->getType()->isReferenceType() || isa<ParmVarDecl>(reference) ||
      !reference->getInit())
    return variable;
  const auto *named = dyn_cast<DeclRefExpr>(reference->getInit()->IgnoreParenImpCasts());
  return named && named->getDecl() != variable ? referredBy(named->getDecl()) : variable;
}

const ValueDecl *variableOf(const Expr *expression) {
  const auto *reference = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
  return reference ? referredBy(reference->getDecl()) : nullptr;
}

void collectMembers(QualType type, VariableSet &members) {
  const RecordDecl *record = type->getBaseElementTypeUnsafe()->getAsRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record)
    return;
  if (const auto *ofCpp = dyn_cast<CXXRecordDecl>(record))
    for (const CXXBaseSpecifier &base : ofCpp->bases())
      collectMembers(base.getType(), members);
  for (const FieldDecl *field : record->fields()) {
    if (members.insert(field))
      collectMembers(field->getType(), members);
  }
}

const Expr *changedBy(const Stmt &statement) {
  if (const auto *assignment = dyn_cast<BinaryOperator>(&statement);
      assignment && assignment->isAssignmentOp())
    return assignment->getLHS();
  const auto *operation = dyn_cast<UnaryOperator>(&statement);
  return operation && operation->isIncrementDecrementOp() ? operation->getSubExpr() : nullptr;
}

bool isAround(DynTypedNode node, ASTContext &context,
              llvm::function_ref<bool(const DynTypedNode &)> test) {
  for (auto parents = context.getParents(node); !parents.empty();
       parents = context.getParents(node)) {
    node = parents[0];
    if (test(node))
      return true;
  }
  return false;
}

bool isWithin(SourceLocation at, SourceRange range, const SourceManager &manager) {
  at = manager.getExpansionLoc(at);
  return !manager.isBeforeInTranslationUnit(at, manager.getExpansionLoc(range.getBegin())) &&
         !manager.isBeforeInTranslationUnit(manager.getExpansionLoc(range.getEnd()), at);
}

std::string sourceOf(const Stmt &statement, const ASTContext &context) {
  const auto range = CharSourceRange::getTokenRange(statement.getSourceRange());
  return Lexer::getSourceText(context.getSourceManager().getExpansionRange(range),
                              context.getSourceManager(), context.getLangOpts())
      .str();
}

} // namespace stencilc::lift
