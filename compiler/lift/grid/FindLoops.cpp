/// \file Distinguishes loops over cells from loops over time steps.
#include "lift/grid/FindLoops.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace stencilc::lift {

using namespace clang;

/// Returns the definition of the called function if `statement` is a call and the body is in the C
/// file. Returns null otherwise.
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

/// Returns the array cell that `statement` assigns. Returns null for other statements.
static const Expr *elementWritten(const Stmt &statement) {
  const auto *assignment = dyn_cast<BinaryOperator>(&statement);
  return assignment && assignment->isAssignmentOp() && isElement(assignment->getLHS())
             ? assignment->getLHS()
             : nullptr;
}

/// Adds to `names` the variables in the value that `statement` gives to a variable, if `names`
/// contains this variable. Considers initial values in declarations, and assignments to integer
/// variables.
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

using Functions = llvm::SmallPtrSet<const FunctionDecl *, 8>;

/// Returns the variables on which the indices of written cells depend. `around` has the functions
/// that are being inspected. Recursive calls of these functions are not followed.
static VariableSet indexVariables(const Stmt *statement, const ASTContext &context,
                                  Functions &around) {
  VariableSet names;
  forAll(statement, [&](const Stmt &part) {
    if (const Expr *element = elementWritten(part))
      collectNames(element, names);
    const FunctionDecl *callee = visibleCallee(part, context);
    if (!callee || !callee->getReturnType()->isVoidType() || !around.insert(callee).second)
      return;
    if (!indexVariables(callee->getBody(), context, around).empty())
      for (const Stmt *argument : part.children())
        collectNames(argument, names);
    around.erase(callee);
  });
  for (std::size_t before = 0; before != names.size();) {
    before = names.size();
    forAll(statement, [&](const Stmt &part) { addSources(part, names); });
  }
  return names;
}

VariableSet indexVariables(const Stmt *statement, const ASTContext &context) {
  Functions around;
  return indexVariables(statement, context, around);
}

static bool isNestInside(const Stmt *statement, const ASTContext &context, int depth = 0) {
  bool isFound = false;
  forAll(statement, [&](const Stmt &part) {
    if (isa<ForStmt>(part) && !indexVariables(&part, context).empty())
      isFound = true;
    if (const FunctionDecl *callee = visibleCallee(part, context); callee && depth < 8 && !isFound)
      isFound = isNestInside(callee->getBody(), context, depth + 1);
  });
  return isFound;
}

/// Adds to `names` the variables in `part`, an array access or a part of it, that select a cell.
/// `counters` has the variables that a loop increments. For other integer variables, also adds the
/// variables in their initial values. Skips operands of % and &, which select a time level, as in
/// `A[t % 2]`.
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

/// Returns true if `statement` is a loop over time. Such a loop contains loops over cells, and its
/// variable selects at most a time level, not a cell.
static bool isTimeLoop(const Stmt *statement, const ASTContext &context) {
  if (const auto *loop = dyn_cast<WhileStmt>(statement))
    return isNestInside(loop->getBody(), context);
  if (const auto *loop = dyn_cast<DoStmt>(statement))
    return isNestInside(loop->getBody(), context);
  const auto *loop = dyn_cast<ForStmt>(statement);
  if (!loop || !isNestInside(loop->getBody(), context))
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

const Stmt *findTimeLoop(const Stmt *statement, const ASTContext &context) {
  if (!statement)
    return nullptr;
  if (isTimeLoop(statement, context))
    return statement;
  if (isa<ForStmt>(statement))
    return nullptr;
  if (const auto *directive = dyn_cast<OMPExecutableDirective>(statement))
    return findTimeLoop(bodyOf(*directive), context);
  for (const Stmt *child : statement->children())
    if (const Stmt *found = findTimeLoop(child, context))
      return found;
  return nullptr;
}

bool hasNest(const Stmt *statement, const ASTContext &context) {
  return isNestInside(statement, context);
}

} // namespace stencilc::lift
