/// \file `if` and `else`: both branches are carried out, and what they leave is chosen between.
#include "lift/ChoiceReader.h"
#include "lift/FindLoops.h"
#include "lift/Values.h"

namespace stencilc::lift {

using namespace clang;

void ChoiceReader::read(const IfStmt &statement) {
  bool isTrue;
  if (statement.getCond()->EvaluateAsBooleanCondition(isTrue, state.context))
    return executor.readStatement(isTrue ? statement.getThen() : statement.getElse());
  if (!state.loops.empty())
    return readBranches(statement);
  if (indexVariables(&statement, state.context).empty())
    return state.note("what '" + sourceOf(*statement.getCond(), state.context) +
                      "' decides is left out: it writes no array");
  state.fail(statement.getIfLoc(), diag::LiftUnsupported,
             "whole loops are carried out or not, as a condition says",
             "put the condition into the loops, where it chooses the value of a cell");
}

void ChoiceReader::readBranches(const IfStmt &statement) {
  const Value condition = values.readReal(statement.getCond());
  const Bindings before = state.bindings;
  const std::vector<Write> writesBefore = writes.soFar();
  ++state.choices;
  executor.readStatement(statement.getThen());
  const Bindings whenTrue = std::exchange(state.bindings, before);
  const std::vector<Write> writesTrue = writes.soFar();
  writes.takeBack(writesBefore);
  executor.readStatement(statement.getElse());
  --state.choices;
  joinValues(condition, before, whenTrue);
  joinIndices(statement.getCond(), whenTrue);
  writes.join(condition, writesBefore, writesTrue);
}

/// Numbers that have one value in a branch and another in the other, which is bound.
void ChoiceReader::joinValues(const Value &condition, const Bindings &before,
                              const Bindings &whenTrue) {
  for (const auto &[name, yes] : whenTrue) {
    const auto bound = state.bindings.find(name);
    if (bound == state.bindings.end() || yes.kind != Binding::Real || !before.count(name))
      continue;
    Binding &binding = bound->second;
    if (binding.kind != Binding::Real) {
      binding = yes; // without a value otherwise
    } else if (binding.real != yes.real) {
      binding.real = choose(condition, yes.real, binding.real);
      binding.isPlain = true;
    }
  }
}

/// Indices that a branch sets are followed if the two make a neighbour, else they are unknown.
void ChoiceReader::joinIndices(const Expr *condition, const Bindings &whenTrue) {
  for (auto &[name, binding] : state.bindings) {
    const auto other = whenTrue.find(name);
    if (other == whenTrue.end() ||
        (binding.kind != Binding::Whole && other->second.kind != Binding::Whole))
      continue;
    const Binding &yes = other->second;
    if (yes.kind == binding.kind && yes.whole == binding.whole)
      continue;
    const auto either = yes.kind == binding.kind
                            ? indices.chosenBy(condition, yes.whole, binding.whole)
                            : std::nullopt;
    binding = {.kind = either ? Binding::Whole : Binding::None};
    if (either)
      binding.whole = *either;
  }
}

} // namespace stencilc::lift
