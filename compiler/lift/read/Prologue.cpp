/// \file Reads the statements before the loop over time.
#include "lift/read/Prologue.h"
#include "lift/effects/LibraryEffects.h"
#include "lift/memory/Allocations.h"
#include "lift/read/Literals.h"

namespace stencilc::lift {

using namespace clang;

static bool holds(const Stmt *statement, const Stmt *target) {
  bool isFound = false;
  forAll(statement, [&](const Stmt &part) { isFound |= &part == target; });
  return isFound;
}

/// Makes the value of a C variable unknown because of `statement`, before the loop over time. The
/// variable then becomes a parameter or a size.
static void forget(SymbolicState &state, const ValueDecl *variable, const Stmt &statement) {
  const QualType type = variable->getType().getNonReferenceType();
  state.allocated.erase(variable);
  if (type->isRealFloatingType() || type->isIntegralOrEnumerationType())
    state.bindings.erase(variable);
  else if (state.find(variable, Binding::Pointer))
    state.lose(variable, statement.getBeginLoc());
}

/// Makes variables unknown that a statement before the loops may change: `if (argc > 1) n =
/// atoi(argv[1])`.
static void forgetChanged(const Stmt &statement, SymbolicState &state, Readers &readers) {
  const Effects effects = state.effects(statement);
  for (const ValueDecl *variable : effects.written)
    forget(state, variable, statement);
  const auto &sizes = readers.indices.allSizes();
  const auto isOfChanged = [&](const Polynomial &elements) { // malloc(n) before n changes
    return llvm::any_of(effects.written, [&](const ValueDecl *variable) {
      const auto size = sizes.find(variable);
      return size != sizes.end() && elements.uses(size->second.symbols().front());
    });
  };
  std::erase_if(state.allocated, [&](const auto &entry) {
    const auto *variable = dyn_cast<VarDecl>(entry.first);
    return !variable || isOfChanged(entry.second) ||
           (variable->getType()->isPointerType() ? effects.unknown && variable->hasGlobalStorage()
                                                 : mayResize(statement, *variable));
  });
  if (effects.unknown) // may change any global variable
    for (const auto &[name, binding] : Bindings(state.bindings))
      if (const auto *variable = dyn_cast_or_null<VarDecl>(name.variable);
          variable && variable->hasGlobalStorage())
        forget(state, variable, statement);
}

/// Adds the variables whose address `statement` takes to `exposed`. Any later statement may change
/// such a variable, as in `*p = 4`.
static void collectExposed(const Stmt &statement, VariableSet &exposed) {
  forAll(&statement, [&](const Stmt &part) {
    const auto *operation = dyn_cast<UnaryOperator>(&part);
    if (operation && operation->getOpcode() == UO_AddrOf)
      if (const ValueDecl *variable = variableOf(operation->getSubExpr()))
        exposed.insert(variable);
  });
}

/// Returns whether `statement` assigns a floating-point variable, or a pointer that the lifter can
/// follow.
static bool isFollowed(const Stmt *statement, Readers &readers) {
  const auto *assignment = dyn_cast<BinaryOperator>(statement);
  if (!assignment || assignment->getOpcode() != BO_Assign)
    return false;
  const auto *target = dyn_cast<DeclRefExpr>(assignment->getLHS()->IgnoreParens());
  return target && (target->getType()->isRealFloatingType() ||
                    (target->getType()->isPointerType() &&
                     readers.pointers.readPointer(assignment->getRHS())));
}

static constexpr int kDeepestCall = 8;

/// Returns whether an expression, and the functions that it calls, access plain variables only, no
/// arrays and no memory behind pointers. `depth` counts nested calls.
static bool usesVariablesOnly(const Stmt &statement, int depth) {
  bool isPlain = depth < kDeepestCall;
  forAll(&statement, [&](const Stmt &part) {
    const auto *named = dyn_cast<Expr>(&part);
    isPlain &= !isa<ArraySubscriptExpr, CXXOperatorCallExpr, CXXMemberCallExpr>(part) &&
               !(named && named->isLValue() && leadsToMemory(named->getType()));
    const auto *call = dyn_cast<CallExpr>(&part);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr, *definition = nullptr;
    if (isPlain && callee && callee->hasBody(definition))
      isPlain = usesVariablesOnly(*definition->getBody(), depth + 1);
  });
  return isPlain;
}

/// Returns the floating-point variable that a statement declares and initialises without reading
/// arrays. Returns null for other statements.
static const VarDecl *declaredNumber(const Stmt &statement) {
  const auto *declarations = dyn_cast<DeclStmt>(&statement);
  const auto *variable = declarations && declarations->isSingleDecl()
                             ? dyn_cast<VarDecl>(declarations->getSingleDecl())
                             : nullptr;
  if (!variable || !variable->getInit() || !isFloatOrDouble(variable->getType()) ||
      variable->getType()->isReferenceType())
    return nullptr;
  return usesVariablesOnly(*variable->getInit(), 0) ? variable : nullptr;
}

/// Executes a statement before the loop over time symbolically. A floating-point variable with an
/// initial value that the language cannot express becomes a parameter.
static void carryOut(const Stmt &statement, SymbolicState &state, Readers &readers) {
  const VarDecl *number = declaredNumber(statement);
  if (!number || !state.effects(*number->getInit()).written.empty())
    return readers.readStatement(&statement);
  if (!state.tries([&] { readers.readStatement(&statement); }) && !state.isFailed())
    state.bindings[number] = {.kind = Binding::Real,
                              .real = readers.values.parameterOf(*number, number->getLocation())};
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
      carryOut(*part, state, readers);
    else
      forgetChanged(*part, state, readers);
    if (const auto *assignment = dyn_cast<BinaryOperator>(part);
        assignment && assignment->getOpcode() == BO_Assign)
      if (const ValueDecl *pointer = variableOf(assignment->getLHS());
          pointer && pointer->getType()->isPointerType())
        readers.assignments.allocate(*pointer, *assignment->getRHS());
  }
}

void readPrologue(const Stmt *function, const Stmt *loop, SymbolicState &state, Readers &readers) {
  VariableSet exposed;
  read(function, loop, state, readers, exposed);
  for (const ValueDecl *variable : exposed)
    forget(state, variable, *function);
}

} // namespace stencilc::lift
