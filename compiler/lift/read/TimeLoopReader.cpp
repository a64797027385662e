/// \file Reads the loop over time. Its body is one time step, and its condition gives the number of
/// steps.
#include "lift/read/TimeLoopReader.h"
#include "lift/Symbols.h"
#include "lift/Values.h"
#include "lift/effects/LeftOut.h"
#include "lift/memory/Rotation.h"
#include "lift/read/Literals.h"

namespace stencilc::lift {

using namespace clang;

/// Returns the value, during a step, of a variable that counts time steps and starts at `at`. The
/// first such variable defines the time: its value is the time symbol, wherever it starts. The
/// value of a further variable is the time plus the difference of the two starts. Returns `nullopt`
/// if a start is unknown.
std::optional<Polynomial> TimeLoopReader::startTime(const std::optional<Polynomial> &at) {
  Polynomial now = Polynomial::symbol(state.time);
  if (!hasStart) {
    hasStart = true, start = at;
    state.step.firstTime = at ? at->constant() : std::nullopt;
    return now;
  }
  return start && at ? std::optional(now + (*at - *start)) : std::nullopt;
}

/// Returns true if `statement` is `++n`, `n++` or `n += 1` for `n` = `variable`.
static bool isIncrement(const Stmt &statement, const ValueDecl &variable,
                        const ASTContext &context) {
  const auto *expression = dyn_cast<Expr>(&statement);
  const Expr *plain = expression ? expression->IgnoreParenImpCasts() : nullptr;
  if (const auto *unary = dyn_cast_or_null<UnaryOperator>(plain))
    return unary->isIncrementOp() && variableOf(unary->getSubExpr()) == &variable;
  const auto *sum = dyn_cast_or_null<BinaryOperator>(plain);
  return sum && sum->getOpcode() == BO_AddAssign && variableOf(sum->getLHS()) == &variable &&
         knownWhole(sum->getRHS(), context) == 1;
}

/// Returns the number of times that each step increments `variable`. Returns `nullopt` if the body
/// also changes it in another way.
std::optional<int> TimeLoopReader::increments(const Stmt &body, const ValueDecl &variable) const {
  if (isIncrement(body, variable, state.context))
    return 1;
  const auto *block = dyn_cast<CompoundStmt>(&body);
  if (!block)
    return state.effects(body).written.count(&variable) ? std::nullopt : std::optional(0);
  int sum = 0;
  for (const Stmt *part : block->body()) {
    const auto some = increments(*part, variable);
    if (!some)
      return std::nullopt;
    sum += *some;
  }
  return sum;
}

/// Gives each variable a symbolic value if the loop over time changes the variable. For a
/// floating-point variable this is a symbol for its value after the previous step.
void TimeLoopReader::bindCarried(const Stmt &body, const ValueDecl *counter) {
  VariableSet changed = state.effects(body).written;
  for (const ValueDecl *variable : VariableSet(changed))
    collectMembers(variable->getType(), changed);
  for (const ValueDecl *variable : changed) {
    if (variable == counter)
      return state.fail(body.getBeginLoc(), diag::LiftBounds,
                        "the loop over time changes its variable '" + variable->getNameAsString() +
                            "' in its body",
                        "count the steps only in the head of the 'for'");
    const QualType type = variable->getType().getNonReferenceType();
    if (type->isRealFloatingType())
      state.bindings[variable] = {.kind = Binding::Real,
                                  .real = state.carried(*variable, variable->getLocation())};
    else if (type->isIntegralOrEnumerationType() && isa<FieldDecl>(variable))
      state.lose(variable, body.getBeginLoc());
    else if (type->isIntegralOrEnumerationType())
      bindCarriedWhole(*variable, body);
  }
}

void TimeLoopReader::bindCarriedWhole(const ValueDecl &variable, const Stmt &body) {
  if (increments(body, variable) == 1) {
    state.origin.counted.push_back(&variable);
    const Binding *begun = state.find(&variable, Binding::Whole);
    const auto value = startTime(begun ? std::optional(begun->whole) : std::nullopt);
    if (!value)
      return state.lose(&variable, body.getBeginLoc());
    state.bindings[&variable] = {.kind = Binding::Whole, .whole = *value};
    return;
  }
  // Assumed to be cur = 1 - cur; the end of the step is checked.
  state.origin.toggles.push_back(&variable);
  state.bindings[&variable] = {.kind = Binding::Whole,
                               .whole = *remainder(state.step, Polynomial::symbol(state.turns), 2)};
}

/// Checks the integers that were assumed to alternate between 0 and 1. Reports an integer that does
/// not alternate, if the step reads it before setting it.
void TimeLoopReader::checkToggles() {
  for (const ValueDecl *toggle : state.origin.toggles) {
    const Binding &after = state.bindings[toggle];
    if (after.kind == Binding::Whole &&
        after.whole == *remainder(state.step, Polynomial::symbol(state.turns) + 1, 2))
      continue;
    // Loop variables and indices are set before they are read, and pass.
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
  state.checkPure(*condition);
  Expr::EvalResult result;
  if (condition->EvaluateAsRValue(result, state.context))
    return;
  if (operation && operation->isComparisonOp()) {
    const auto left = readers.indices.readWhole(operation->getLHS());
    const auto right = readers.indices.readWhole(operation->getRHS());
    if (left && right)
      return readCount(*operation, *left, *right);
  }
  state.step.goesOn = both(state.step.goesOn, readers.values.readReal(condition));
}

/// Reads a condition such as `n < 2000` that is evaluated after a step. Sets the number of steps if
/// it is known. Reports a condition that does not count up to a bound.
void TimeLoopReader::readCount(const BinaryOperator &comparison, const Polynomial &left,
                               const Polynomial &right) {
  const Polynomial now = Polynomial::symbol(state.time);
  const bool isTurned = right.uses(state.time);
  const auto kind = isTurned ? BinaryOperator::reverseComparisonOp(comparison.getOpcode())
                             : comparison.getOpcode();
  const Polynomial beyond = (isTurned ? right - left : left - right) - now;
  if (usesLoops(state.step, beyond) || (kind != BO_LT && kind != BO_LE && kind != BO_NE))
    return state.fail(comparison.getOperatorLoc(), diag::LiftBounds,
                      "this condition does not count steps up to a bound",
                      "count with 'n++' in every step and compare with 'n < steps'");
  const auto most = beyond.constant();
  if (!most || !state.step.firstTime)
    return;
  const std::int64_t steps =
      std::max<std::int64_t>(1, 1 - *most - *state.step.firstTime + (kind == BO_LE ? 1 : 0));
  state.step.steps = std::min(state.step.steps.value_or(steps), steps);
}

/// Returns the `if (error < eps) { ...; break; }` at the end of the body of a loop over time.
/// Returns null if there is none.
static const IfStmt *lastBreak(const Stmt *body) {
  const auto *block = dyn_cast<CompoundStmt>(body);
  if (!block || block->body_empty())
    return nullptr;
  const auto *choice = dyn_cast<IfStmt>(block->body_back());
  const Stmt *last = choice ? choice->getThen() : nullptr;
  if (const auto *inner = dyn_cast_or_null<CompoundStmt>(last); inner && !inner->body_empty())
    last = inner->body_back();
  return last && isa<BreakStmt>(last) && !choice->getElse() && !choice->getInit() &&
                 !choice->getConditionVariable()
             ? choice
             : nullptr;
}

/// Adds the condition of `stop`, an `if` with a `break`, to the stopping condition of the step. The
/// other statements in the branch of the `break` are left out of the .stencil program.
void TimeLoopReader::readStop(const IfStmt &stop) {
  state.checkPure(*stop.getCond());
  const Value isOver = readers.values.readReal(stop.getCond());
  state.step.goesOn =
      both(state.step.goesOn,
           make({.kind = Node::Unary, .type = Type::Bool, .text = "!", .operands = {isOver}}));
  if (const auto *block = dyn_cast<CompoundStmt>(stop.getThen()))
    for (const Stmt *part : llvm::drop_end(block->body()))
      leaveOut(state, *part, "'" + sourceOf(*part, state.context) + "' before 'break' is left out");
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
    if (!variable || !readers.loops.countsByOne(loop)) {
      state.fail(loop.getForLoc(), diag::LiftBounds, "the loop does not count up by one",
                 "write 'for (t = 0; t < steps && ...; t++)'");
      return std::nullopt;
    }
    const VarDecl *begun = nullptr;
    const auto low = readers.loops.readStart(loop, begun);
    startTime(begun == variable ? low : std::nullopt);
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

/// Reports a `for` loop over time if its condition compares an integer that the body changes.
void TimeLoopReader::checkBound(const Stmt &loop, const Stmt &body) {
  const auto *counted = dyn_cast<ForStmt>(&loop);
  if (!counted || !counted->getCond())
    return;
  VariableSet names;
  collectNames(counted->getCond(), names);
  for (const ValueDecl *variable : state.effects(body).written)
    if (names.count(variable) && variable->getType()->isIntegralOrEnumerationType())
      state.fail(counted->getCond()->getExprLoc(), diag::LiftBounds,
                 "the loop over time changes '" + variable->getNameAsString() +
                     "', which its condition compares",
                 "use the same number in all steps");
}

void TimeLoopReader::read(const Stmt *loop) {
  const auto repeated = readRepeated(*loop);
  if (!repeated)
    return;
  checkBound(*loop, *repeated->body);
  bindCarried(*repeated->body, repeated->counter);
  const IfStmt *stop = lastBreak(repeated->body);
  const Bindings before = state.bindings;
  state.isInStep = true;
  readBody(repeated->body, stop);
  if (state.isFailed())
    return;
  if (stop) { // the stop comes before the loop's increment
    const Bindings unlessStopped = state.bindings;
    readStop(*stop);
    state.bindings = unlessStopped;
  }
  const Value unstopped = state.step.goesOn;
  if (repeated->condition && repeated->counter)
    state.bindings[repeated->counter].whole = Polynomial::symbol(state.time) + 1;
  if (repeated->condition)
    readCondition(repeated->condition);
  if (state.step.goesOn != unstopped && !isa<DoStmt>(loop))
    state.note("the condition of the loop over time is taken to hold before the first step");
  checkToggles();
  findRotation(state, readers.arrays, before);
}

} // namespace stencilc::lift
