/// \file Reads `if` and `else`: executes both branches symbolically, and selects between their
/// results.
#include "lift/read/ChoiceReader.h"
#include "lift/Values.h"
#include "lift/effects/LeftOut.h"
#include "lift/grid/FindLoops.h"

namespace stencilc::lift {

using namespace clang;

void ChoiceReader::read(const IfStmt &statement) {
  bool isTrue;
  if (statement.getCond()->EvaluateAsBooleanCondition(isTrue, state.context))
    return executor.readStatement(isTrue ? statement.getThen() : statement.getElse());
  if (!state.loops.empty())
    return readBranches(statement);
  if (!indexVariables(&statement, state.context).empty())
    return state.fail(statement.getIfLoc(), diag::LiftUnsupported,
                      "a condition decides whether whole loops run",
                      "put the condition into the loops, where it chooses the value of a cell");
  if (!choosesNumbers(statement) || !state.tries([&] { readBranches(statement); }))
    leaveOut(state, statement,
             "what '" + sourceOf(*statement.getCond(), state.context) +
                 "' decides is left out: it writes no array");
}

/// Returns true if the `if` only assigns floating-point variables, and calls no function and writes
/// no array. Example: `if (most < here) most = here;`.
bool ChoiceReader::choosesNumbers(const IfStmt &statement) const {
  bool isPlain = true;
  forAll(&statement, [&](const Stmt &part) {
    isPlain &=
        !isa<CallExpr, ArraySubscriptExpr, DeclStmt, ReturnStmt, BreakStmt, ContinueStmt>(part);
    if (const Expr *target = changedBy(part))
      isPlain &= variableOf(target) && target->getType()->isRealFloatingType();
  });
  return isPlain && !state.effects(statement).jump;
}

void ChoiceReader::readBranches(const IfStmt &statement) {
  readBranches(
      statement, [&] { executor.readStatement(statement.getThen()); },
      [&] { executor.readStatement(statement.getElse()); });
}

void ChoiceReader::readBranches(const IfStmt &statement, llvm::function_ref<void()> readTrue,
                                llvm::function_ref<void()> readFalse) {
  const Value condition = values.readReal(statement.getCond());
  const Bindings before = state.bindings;
  const std::vector<Write> writesBefore = writes.soFar();
  ++state.choices;
  readTrue();
  const Bindings whenTrue = std::exchange(state.bindings, before);
  const std::vector<Write> writesTrue = writes.soFar();
  writes.takeBack(writesBefore);
  readFalse();
  --state.choices;
  joinNames(statement, condition, before, whenTrue);
  writes.join(condition, writesBefore, writesTrue);
}

static Binding boundIn(const Bindings &bindings, const Name &name) {
  const auto found = bindings.find(name);
  return found == bindings.end() ? Binding() : found->second;
}

/// Merges the symbolic values of all variables after an `if`. A variable with different values
/// after the two branches gets a select (`condition ? a : b`), or becomes unknown if no select is
/// possible.
void ChoiceReader::joinNames(const IfStmt &statement, const Value &condition,
                             const Bindings &before, const Bindings &whenTrue) {
  Bindings all = state.bindings;
  all.insert(whenTrue.begin(), whenTrue.end());
  for (const auto &[name, either] : all) {
    const Binding yes = boundIn(whenTrue, name), no = boundIn(state.bindings, name);
    if (yes == no)
      continue;
    const auto old = before.find(name);
    const bool isNew = old != before.end() && old->second.kind == Binding::None;
    // Uninitialised in one branch.
    if (isNew && (yes.kind == Binding::None || no.kind == Binding::None))
      state.bindings[name] = yes.kind == Binding::None ? no : yes;
    else
      state.bindings[name] = joined(statement, condition, yes, no);
  }
}

Binding ChoiceReader::joined(const IfStmt &statement, const Value &condition, const Binding &yes,
                             const Binding &no) {
  if (yes.kind == Binding::Real && no.kind == Binding::Real)
    return {.kind = Binding::Real,
            .real = yes.real == no.real ? no.real : choose(condition, yes.real, no.real),
            .isPlain = yes.real == no.real ? no.isPlain : true};
  if (yes.kind == Binding::Whole && no.kind == Binding::Whole)
    if (const auto either = indices.chosenBy(statement.getCond(), yes.whole, no.whole))
      return {.kind = Binding::Whole, .whole = *either};
  return {.kind = Binding::Lost, .lostAt = statement.getIfLoc()};
}

} // namespace stencilc::lift
