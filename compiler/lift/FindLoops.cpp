/// \file Which loops of a function choose cells, and which repeat the nests of a step.
#include "lift/Reader.h"
#include "lift/TreeWalk.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtOpenMP.h"
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
  if (const auto *directive = dyn_cast<OMPExecutableDirective>(statement)) {
    if (directive->hasAssociatedStmt())
      forAll(directive->getInnermostCapturedStmt()->getCapturedStmt(), use);
    return;
  }
  for (const Stmt *child : statement->children())
    forAll(child, use);
}

const ValueDecl *variableOf(const Expr *expression) {
  const auto *reference = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
  return reference ? reference->getDecl() : nullptr;
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

/// The visible body that a call enters.
static const FunctionDecl *visibleCallee(const Stmt &statement, const ASTContext &context) {
  const auto *call = dyn_cast<CallExpr>(&statement);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr, *definition = nullptr;
  return callee && callee->hasBody(definition) &&
                 !context.getSourceManager().isInSystemHeader(definition->getLocation())
             ? definition
             : nullptr;
}

static bool isElement(const Expr *target) {
  target = target->IgnoreParenImpCasts();
  if (isa<ArraySubscriptExpr>(target) || isa<CXXOperatorCallExpr>(target))
    return true;
  const auto *operation = dyn_cast<UnaryOperator>(target);
  return operation && operation->getOpcode() == UO_Deref;
}

/// The cell that an assignment writes; null for anything else.
static const Expr *elementWritten(const Stmt &statement) {
  const auto *assignment = dyn_cast<BinaryOperator>(&statement);
  return assignment && assignment->isAssignmentOp() && isElement(assignment->getLHS())
             ? assignment->getLHS()
             : nullptr;
}

/// Where `statement` gives one of `names` its value: adds what that is made of.
static void addSources(const Stmt &statement, VariableSet &names) {
  if (const auto *declarations = dyn_cast<DeclStmt>(&statement))
    for (const Decl *declaration : declarations->decls())
      if (const auto *variable = dyn_cast<VarDecl>(declaration);
          variable && variable->getInit() && names.count(variable))
        collectNames(variable->getInit(), names);
  const auto *assignment = dyn_cast<BinaryOperator>(&statement);
  if (!assignment || !assignment->isAssignmentOp())
    return;
  if (const auto *target = dyn_cast<DeclRefExpr>(assignment->getLHS()->IgnoreParenImpCasts());
      target && names.count(target->getDecl()) && target->getType()->isIntegralOrEnumerationType())
    collectNames(assignment->getRHS(), names);
}

/// The variables that choose the cell that something below `statement` writes.
VariableSet Reader::indexVariables(const Stmt *statement) {
  VariableSet names;
  forAll(statement, [&](const Stmt &part) {
    if (const Expr *element = elementWritten(part))
      collectNames(element, names);
    const FunctionDecl *callee = visibleCallee(part, context);
    if (callee && callee->getReturnType()->isVoidType() &&
        !indexVariables(callee->getBody()).empty())
      for (const Stmt *argument : part.children())
        collectNames(argument, names);
  });
  for (std::size_t before = 0; before != names.size();) {
    before = names.size();
    forAll(statement, [&](const Stmt &part) { addSources(part, names); });
  }
  return names;
}

bool Reader::isNestInside(const Stmt *statement, int depth) {
  bool isFound = false;
  forAll(statement, [&](const Stmt &part) {
    if (isa<ForStmt>(part) && !indexVariables(&part).empty())
      isFound = true;
    if (const FunctionDecl *callee = visibleCallee(part, context); callee && depth < 8 && !isFound)
      isFound = isNestInside(callee->getBody(), depth + 1);
  });
  return isFound;
}

/// The names that choose a cell, also through variables but for `counters`. Those below % and &
/// choose a level: A[t % 2].
static void collectCellNames(const Stmt *part, const VariableSet &counters, VariableSet &names) {
  if (!part)
    return;
  if (const auto *operation = dyn_cast<BinaryOperator>(part);
      operation && (operation->getOpcode() == BO_Rem || operation->getOpcode() == BO_And))
    return;
  if (const auto *reference = dyn_cast<DeclRefExpr>(part)) {
    names.insert(reference->getDecl());
    if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl());
        variable && !counters.count(variable) && variable->getInit() &&
        variable->getType()->isIntegralOrEnumerationType())
      collectCellNames(variable->getInit(), counters, names);
  }
  for (const Stmt *child : part->children())
    collectCellNames(child, counters, names);
}

/// Whether `statement` repeats loop nests: a loop whose variable chooses no cell but a time level.
bool Reader::isTimeLoop(const Stmt *statement) {
  if (const auto *loop = dyn_cast<WhileStmt>(statement))
    return isNestInside(loop->getBody());
  if (const auto *loop = dyn_cast<DoStmt>(statement))
    return isNestInside(loop->getBody());
  const auto *loop = dyn_cast<ForStmt>(statement);
  if (!loop || !isNestInside(loop->getBody()))
    return false;
  VariableSet counters, cells;
  if (loop->getInc())
    collectNames(loop->getInc(), counters);
  forAll(loop->getBody(), [&](const Stmt &part) {
    if (const Expr *element = elementWritten(part))
      collectCellNames(element, counters, cells);
  });
  return llvm::none_of(counters, [&](const ValueDecl *name) { return cells.count(name); });
}

const Stmt *Reader::findTimeLoop(const Stmt *statement) {
  if (!statement)
    return nullptr;
  if (isTimeLoop(statement))
    return statement;
  if (isa<ForStmt>(statement))
    return nullptr;
  if (const auto *directive = dyn_cast<OMPExecutableDirective>(statement))
    return directive->hasAssociatedStmt()
               ? findTimeLoop(directive->getInnermostCapturedStmt()->getCapturedStmt())
               : nullptr;
  for (const Stmt *child : statement->children())
    if (const Stmt *found = findTimeLoop(child))
      return found;
  return nullptr;
}

bool Reader::hasTimeLoop(const FunctionDecl &function) { return findTimeLoop(function.getBody()); }
bool Reader::hasNest(const FunctionDecl &function) { return isNestInside(function.getBody()); }

} // namespace stencilc::lift
