/// \file Recognises reductions over the grid: maxima, minima and sums that a loop nest collects in
/// a variable.
#include "lift/grid/Reductions.h"
#include "lift/Values.h"
#include "lift/grid/Fields.h"
#include "lift/read/ValueFacts.h"
#include <set>

namespace stencilc::lift {

using namespace clang;

namespace {

/// A reduction that a loop nest computes in one variable. `part` is the value that each cell
/// contributes. `function` is "max", "min" or "sum".
struct Collected {
  std::string function;
  Value part;
};

/// Recognises C statements that accumulate a maximum, minimum or sum in the variable `variable`.
class Collector {
public:
  Collector(const SymbolicState &state, const ValueDecl &variable)
      : state(state), variable(variable) {}

  /// Returns the reduction if `value` is a maximum, minimum or sum of the variable's old value and
  /// one other value. Returns `nullopt` otherwise.
  std::optional<Collected> collected(const Node &value) const {
    const bool isCall = value.kind == Node::Call && (value.text == "max" || value.text == "min");
    if (isCall || (value.kind == Node::Binary && value.text == "+"))
      return ofTwo(isCall ? value.text : "sum", value.operands[0], value.operands[1]);
    return value.kind == Node::Select ? chosen(value) : std::nullopt;
  }

  bool isOwn(const Value &value) const {
    return state.isCarried(plainNode(state.step, value), variable);
  }

private:
  std::optional<Collected> ofTwo(std::string function, const Value &a, const Value &b) const {
    return isOwn(a) == isOwn(b) ? std::nullopt
                                : std::optional(Collected{std::move(function), isOwn(a) ? b : a});
  }

  /// Returns the reduction for a maximum or minimum that is written as `part > variable ? part :
  /// variable`, also with exchanged sides. Returns `nullopt` for other choices.
  std::optional<Collected> chosen(const Node &choice) const {
    const Node &condition = plainNode(state.step, choice.operands[0]);
    if (condition.kind != Node::Binary || (condition.text[0] != '<' && condition.text[0] != '>'))
      return std::nullopt;
    const Value &left = condition.operands[0], &right = condition.operands[1];
    const auto result = ofTwo("", choice.operands[1], choice.operands[2]);
    const bool isTurned = isOwn(left);
    if (!result || isOwn(left) == isOwn(right) ||
        !areSame(state.step, isTurned ? right : left, result->part))
      return std::nullopt;
    // The condition is part > variable.
    const bool isGreater = (condition.text[0] == '>') != isTurned;
    // The select takes `part` if the condition holds.
    const bool isTaken = !isOwn(choice.operands[1]);
    return Collected{isGreater == isTaken ? "max" : "min", result->part};
  }

  const SymbolicState &state;
  const ValueDecl &variable;
};

} // namespace

void bindReduced(SymbolicState &state, const std::vector<Loop> &loops, const ValueDecl &variable,
                 const Value &value, const Value &old, SourceLocation at) {
  const Collector collector(state, variable);
  if (collector.isOwn(value))
    return;
  const Node &last = plainNode(state.step, value); // e.g. change = fmax(change, d)
  const std::string name = variable.getNameAsString();
  Binding &bound = state.bindings[&variable] = {.kind = Binding::Real};
  const auto collected = loops.empty() ? std::nullopt : collector.collected(last);
  if (!collected) {
    Node lost = *state.carried(variable, at);
    lost.order = Node::kIsLost;
    bound.real = make(std::move(lost));
    return;
  }
  if (collected->function == "sum")
    state.note("the sum '" + name +
               "' is added in the order of the language, so its last digits, and the step at which "
               "a rule ends the run, may differ from C");
  else if (last.kind == Node::Select)
    state.note("'" + name + "' is taken to collect no NaN");
  state.step.reductions.push_back({name, collected->function, collected->part, old, state.nest,
                                   state.writes, loops, loops.front().place});
  bound.real = make(
      {.kind = Node::Reduced, .type = last.type, .local = int(state.step.reductions.size()) - 1});
}

static void collectUsed(const Step &step, const Value &value, std::set<int> &used) {
  forAllNodes(step, value, [&](const Node &node) {
    if (node.kind == Node::Reduced && used.insert(node.local).second)
      collectUsed(step, step.reductions[node.local].start, used);
  });
}

void dropUnusedReductions(Step &step) {
  std::set<int> used;
  collectUsed(step, step.goesOn, used);
  for (int index = 0; index < int(step.reductions.size()); ++index)
    if (!used.count(index))
      step.reductions[index].value = nothing();
}

} // namespace stencilc::lift
