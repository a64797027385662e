/// \file The loop over time: its body is a step, and what repeats it tells how many there are.
#include "lift/TimeLoopReader.h"
#include "lift/Literals.h"
#include "lift/Rotation.h"
#include "lift/Symbols.h"
#include "lift/Values.h"

namespace stencilc::lift {

using namespace clang;

/// The variables that count steps share a symbol; their values are known where they begin alike.
void TimeLoopReader::startTime(const std::optional<Polynomial> &at) {
  const auto number = at ? at->constant() : std::nullopt;
  state.step.firstTime = !hasStart || state.step.firstTime == number ? number : std::nullopt;
  hasStart = true;
}

/// Whether `statement` gives `variable` a value of its own, or declares it.
static bool givesValue(const Stmt &statement, const ValueDecl &variable) {
  bool isFound = false;
  forAll(&statement, [&](const Stmt &part) {
    if (const auto *declarations = dyn_cast<DeclStmt>(&part))
      isFound |= llvm::is_contained(declarations->decls(), &variable);
    if (const auto *assignment = dyn_cast<BinaryOperator>(&part);
        assignment && assignment->isAssignmentOp())
      isFound |= variableOf(assignment->getLHS()) == &variable;
  });
  return isFound;
}

/// A variable that a step increments, and that no loop inside the step begins anew, counts steps.
void TimeLoopReader::noteCounted(const ValueDecl &variable, const Stmt &body) {
  if (givesValue(body, variable) || llvm::is_contained(state.origin.counted, &variable))
    return;
  state.origin.counted.push_back(&variable);
  const Binding *start = state.find(&variable, Binding::Whole);
  startTime(start ? std::optional(start->whole) : std::nullopt);
}

/// Variables that the loop changes hold, when a step begins, what the step before left.
void TimeLoopReader::bindCarried(const Stmt *body, const ValueDecl *counter) {
  forAll(body, [&](const Stmt &part) {
    const Expr *target = changedBy(part);
    const ValueDecl *variable = target ? variableOf(target) : nullptr;
    if (!variable || variable == counter || body->getBeginLoc() == variable->getLocation())
      return;
    const QualType type = variable->getType();
    if (type->isRealFloatingType())
      state.bindings[variable] = {.kind = Binding::Real,
                                  .real = make({.kind = Node::Carried,
                                                .type = typeOf(type),
                                                .text = variable->getNameAsString(),
                                                .place = state.place(variable->getLocation())})};
    else if (type->isIntegralOrEnumerationType())
      bindCarriedWhole(*variable, *body, isa<UnaryOperator>(part));
  });
}

void TimeLoopReader::bindCarriedWhole(const ValueDecl &variable, const Stmt &body, bool isCounted) {
  Polynomial value = Polynomial::symbol(state.time);
  if (isCounted) {
    noteCounted(variable, body);
  } else { // cur = 1 - cur, which the end of the step confirms
    value = *remainder(state.step, value, 2);
    state.origin.toggles.push_back(&variable);
  }
  state.bindings[&variable] = {.kind = Binding::Whole, .whole = value};
}

/// A variable that was taken to choose one of two buffers must choose the other after the step;
/// others must not have been used, as each step gives them a value of its own.
void TimeLoopReader::checkToggles() {
  for (const ValueDecl *toggle : state.origin.toggles) {
    const Binding &after = state.bindings[toggle];
    if (after.kind == Binding::Whole &&
        after.whole == *remainder(state.step, Polynomial::symbol(state.time) + 1, 2))
      continue;
    // Loop variables and indices are assigned anew before they are used.
    if (state.usedToggles.count(toggle))
      return state.fail(
          toggle->getLocation(), diag::LiftIndex,
          "'" + toggle->getNameAsString() +
              "' is an index that changes from step to step in another way than 1 - '" +
              toggle->getNameAsString() + "'",
          "choose time levels by t % 2, or exchange pointers");
  }
}

void TimeLoopReader::readCondition(const Expr *condition) {
  condition = condition->IgnoreParenImpCasts();
  const auto *operation = dyn_cast<BinaryOperator>(condition);
  if (operation && operation->getOpcode() == BO_LAnd) {
    readCondition(operation->getLHS());
    return readCondition(operation->getRHS());
  }
  Expr::EvalResult result;
  if (condition->EvaluateAsRValue(result, state.context))
    return;
  if (operation && operation->isComparisonOp()) {
    const auto left = readers.indices.readWhole(operation->getLHS());
    const auto right = readers.indices.readWhole(operation->getRHS());
    if (left && right) { // counts steps
      if (const auto most = (left->uses(state.time) ? right : left)->constant())
        state.step.steps = *most + (operation->getOpcode() == BO_LE);
      return;
    }
  }
  state.step.goesOn = both(state.step.goesOn, readers.values.readReal(condition));
}

/// The `if (error < eps) break;` that ends the body of a loop over time.
static const IfStmt *lastBreak(const Stmt *body) {
  const auto *block = dyn_cast<CompoundStmt>(body);
  if (!block || block->body_empty())
    return nullptr;
  const auto *choice = dyn_cast<IfStmt>(block->body_back());
  const Stmt *then = choice ? choice->getThen() : nullptr;
  if (const auto *inner = dyn_cast_or_null<CompoundStmt>(then); inner && inner->size() == 1)
    then = inner->body_front();
  return then && isa<BreakStmt>(then) && !choice->getElse() ? choice : nullptr;
}

std::optional<TimeLoopReader::Repeated> TimeLoopReader::readRepeated(const Stmt &loop) {
  if (const auto *whileLoop = dyn_cast<WhileStmt>(&loop))
    return Repeated{whileLoop->getBody(), whileLoop->getCond()};
  if (const auto *doLoop = dyn_cast<DoStmt>(&loop))
    return Repeated{doLoop->getBody(), doLoop->getCond()};
  const auto *counted = dyn_cast<ForStmt>(&loop);
  return counted ? readCounted(*counted) : Repeated{&loop};
}

std::optional<TimeLoopReader::Repeated> TimeLoopReader::readCounted(const ForStmt &loop) {
  Repeated result{loop.getBody()};
  const VarDecl *variable = nullptr;
  const auto *bounds =
      dyn_cast_or_null<BinaryOperator>(loop.getCond() ? loop.getCond()->IgnoreParens() : nullptr);
  if (bounds && bounds->getOpcode() == BO_LAnd) {
    result.condition = bounds;
    VariableSet names;
    if (loop.getInc())
      collectNames(loop.getInc(), names);
    if (names.size() == 1)
      variable = dyn_cast<VarDecl>(*names.begin());
    const VarDecl *begun = nullptr;
    startTime(readers.loops.readStart(loop, begun));
  } else if (const auto range = readers.loops.readBounds(loop, variable)) {
    startTime(range->low);
    if (const auto turns = (range->high - range->low).constant())
      state.step.steps = turns;
  } else {
    return std::nullopt;
  }
  result.counter = state.origin.counter = variable;
  if (variable)
    state.bindings[variable] = {.kind = Binding::Whole, .whole = Polynomial::symbol(state.time)};
  return result;
}

void TimeLoopReader::readBody(const Stmt *body, const Stmt *but) {
  if (!but)
    return readers.readStatement(body);
  for (const Stmt *part : cast<CompoundStmt>(body)->body())
    if (part != but)
      readers.readStatement(part);
}

void TimeLoopReader::read(const Stmt *loop) {
  const auto repeated = readRepeated(*loop);
  if (!repeated)
    return;
  bindCarried(repeated->body, repeated->counter);
  const IfStmt *stop = lastBreak(repeated->body);
  const Bindings before = state.bindings;
  state.isInStep = true;
  readBody(repeated->body, stop);
  if (state.isFailed())
    return;
  checkToggles();
  if (repeated->condition)
    readCondition(repeated->condition);
  Value &goesOn = state.step.goesOn;
  if (goesOn && !isa<DoStmt>(loop))
    state.note("the condition of the loop over time is taken to hold before the first step");
  if (stop)
    goesOn = both(goesOn, make({.kind = Node::Unary,
                                .type = Type::Bool,
                                .text = "!",
                                .operands = {readers.values.readReal(stop->getCond())}}));
  findRotation(state, readers.arrays, before);
}

} // namespace stencilc::lift
