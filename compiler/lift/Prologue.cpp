/// \file What stands before the loop over time, as far as the loop needs it.
#include "lift/Prologue.h"

namespace stencilc::lift {

using namespace clang;

static bool holds(const Stmt *statement, const Stmt *target) {
  bool isFound = false;
  forAll(statement, [&](const Stmt &part) { isFound |= &part == target; });
  return isFound;
}

/// Numbers that a statement before the loops may change, `if (argc > 1) n = atoi(argv[1])`, are not
/// known from their declarations.
static void forgetChanged(const Stmt *statement, Bindings &bindings) {
  forAll(statement, [&](const Stmt &part) {
    const Expr *changed = changedBy(part);
    if (const auto *operation = dyn_cast<UnaryOperator>(&part);
        operation && operation->getOpcode() == UO_AddrOf)
      changed = operation->getSubExpr();
    const ValueDecl *variable = changed ? variableOf(changed) : nullptr;
    if (variable && (variable->getType()->isRealFloatingType() ||
                     variable->getType()->isIntegralOrEnumerationType()))
      bindings.erase(variable);
  });
}

/// Whether a statement gives a variable a number with a point, or a pointer that can be followed.
static bool isFollowed(const Stmt *statement, Readers &readers) {
  const auto *assignment = dyn_cast<BinaryOperator>(statement);
  if (!assignment || assignment->getOpcode() != BO_Assign)
    return false;
  const auto *target = dyn_cast<DeclRefExpr>(assignment->getLHS()->IgnoreParens());
  return target && (target->getType()->isRealFloatingType() ||
                    (target->getType()->isPointerType() &&
                     readers.pointers.readPointer(assignment->getRHS())));
}

void readPrologue(const Stmt *function, const Stmt *loop, SymbolicState &state, Readers &readers) {
  if (!function || function == loop)
    return;
  for (const Stmt *part : function->children()) {
    if (!part)
      continue;
    if (holds(part, loop))
      return readPrologue(part, loop, state, readers);
    if (isa<DeclStmt>(part) || isFollowed(part, readers))
      readers.readStatement(part);
    else
      forgetChanged(part, state.bindings);
  }
}

} // namespace stencilc::lift
