/// \file What stands before the loop over time, as far as the loop needs it.
#include "lift/Prologue.h"

namespace stencilc::lift {

using namespace clang;

static bool holds(const Stmt *statement, const Stmt *target) {
  bool isFound = false;
  forAll(statement, [&](const Stmt &part) { isFound |= &part == target; });
  return isFound;
}

/// What a variable holds is not known from its declaration.
static void forget(SymbolicState &state, const ValueDecl *variable, const Stmt &statement) {
  const QualType type = variable->getType().getNonReferenceType();
  if (type->isRealFloatingType() || type->isIntegralOrEnumerationType())
    state.bindings.erase(variable);
  else if (state.find(variable, Binding::Pointer))
    state.lose(variable, statement.getBeginLoc());
}

/// Forgets variables that a statement before the loops may change, `if (argc > 1) n =
/// atoi(argv[1])`.
static void forgetChanged(const Stmt &statement, SymbolicState &state) {
  const Effects effects = state.effects(statement);
  for (const ValueDecl *variable : effects.written)
    forget(state, variable, statement);
  if (effects.unknown) // which knows the variables of the file
    for (const auto &[name, binding] : Bindings(state.bindings))
      if (const auto *variable = dyn_cast_or_null<VarDecl>(name.variable);
          variable && variable->hasGlobalStorage())
        forget(state, variable, statement);
}

/// Adds variables whose address is taken: any later statement may change them, `*p = 4`.
static void collectExposed(const Stmt &statement, VariableSet &exposed) {
  forAll(&statement, [&](const Stmt &part) {
    const auto *operation = dyn_cast<UnaryOperator>(&part);
    if (operation && operation->getOpcode() == UO_AddrOf)
      if (const ValueDecl *variable = variableOf(operation->getSubExpr()))
        exposed.insert(variable);
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

static void read(const Stmt *function, const Stmt *loop, SymbolicState &state, Readers &readers,
                 VariableSet &exposed) {
  if (!function || function == loop)
    return;
  if (const auto *directive = dyn_cast<OMPExecutableDirective>(function))
    return read(bodyOf(*directive), loop, state, readers, exposed);
  for (const Stmt *part : function->children()) {
    if (!part)
      continue;
    if (holds(part, loop))
      return read(part, loop, state, readers, exposed);
    collectExposed(*part, exposed);
    if (isa<DeclStmt>(part) || isFollowed(part, readers))
      readers.readStatement(part);
    else
      forgetChanged(*part, state);
  }
}

void readPrologue(const Stmt *function, const Stmt *loop, SymbolicState &state, Readers &readers) {
  VariableSet exposed;
  read(function, loop, state, readers, exposed);
  for (const ValueDecl *variable : exposed)
    forget(state, variable, *function);
}

} // namespace stencilc::lift
