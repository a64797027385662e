/// \file Values of the whole grid: what a nest leaves in a variable that it does not write to
/// cells.
#include "lift/Reductions.h"
#include "lift/Values.h"

namespace stencilc::lift {

using namespace clang;

bool isCarried(const Value &value, const std::string &variable) {
  return value->kind == Node::Carried && value->text == variable;
}

/// max, min or sum, if `value` is made by such a function of two parts; else empty.
static std::string reducingFunction(const Value &value, const std::string &variable) {
  if (value->kind == Node::Call && (value->text == "max" || value->text == "min"))
    return value->text;
  if (value->kind == Node::Binary && value->text == "+")
    return "sum";
  if (value->kind != Node::Select || value->operands[0]->kind != Node::Binary)
    return "";
  const Value condition = value->operands[0];
  const bool isGreater = condition->text[0] == '>', isLess = condition->text[0] == '<';
  if (!isGreater && !isLess)
    return "";
  const bool isFirst =
      condition->operands[0] == value->operands[1] || isCarried(condition->operands[1], variable);
  return (isFirst ? isGreater : isLess) ? "max" : "min";
}

/// What `value` makes one of with the variable, in all cells; null if it is something else.
static Value reducedPart(const Value &value, const std::string &variable) {
  std::vector<Value> parts = value->operands;
  if (value->kind == Node::Select)
    parts.erase(parts.begin());
  if (parts.size() != 2 || reducingFunction(value, variable).empty())
    return nullptr;
  const bool isLeft = isCarried(parts[0], variable);
  return isLeft == isCarried(parts[1], variable) ? nullptr : parts[isLeft ? 1 : 0];
}

void bindReduced(SymbolicState &state, const std::vector<Loop> &loops, const Name &variable,
                 Value value, const Value &old) {
  Step &step = state.step;
  const std::string name = variable.variable->getNameAsString();
  while (value->kind == Node::Temporary) // change = fmax(change, d)
    value = step.locals[value->local].value;
  if (isCarried(value, name))
    return;
  Binding &bound = state.bindings[variable] = {.kind = Binding::Real};
  const Value part = reducedPart(value, name);
  if (!part) {
    bound.real = make({.kind = Node::Carried, .type = value->type, .text = name});
    return;
  }
  const std::string function = reducingFunction(value, name);
  if (function == "sum")
    state.note("the sum '" + name +
               "' is added in the order of the language, so that its "
               "last digits, and the step at which a rule ends the run, may differ from C");
  step.reductions.push_back(
      {name, function, part, state.nest, state.writes, loops, loops.front().place});
  bound.real = make({.kind = Node::Reduced,
                     .type = value->type,
                     .operands = {old},
                     .local = int(step.reductions.size()) - 1});
}

} // namespace stencilc::lift
