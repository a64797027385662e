/// \file Facts about symbolic values, found without evaluation.
#include "lift/read/ValueFacts.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

namespace stencilc::lift {

const Node &plainNode(const Step &step, const Value &value) {
  const Node *node = value.get();
  while (node->kind == Node::Temporary)
    node = step.locals[node->local].value.get();
  return *node;
}

/// Returns the node of a value without the conversions from f32 to f64 around it.
static const Node &bareNode(const Step &step, const Value &value) {
  const Node *node = &plainNode(step, value);
  while (node->kind == Node::Widen)
    node = &plainNode(step, node->operands[0]);
  return *node;
}

bool areSame(const Step &step, const Value &a, const Value &b) {
  const Node &one = bareNode(step, a), &other = bareNode(step, b);
  if (&one == &other)
    return true;
  return one.kind == other.kind && one.type == other.type && one.text == other.text &&
         one.position == other.position && one.read == other.read && one.order == other.order &&
         one.local == other.local &&
         llvm::equal(one.operands, other.operands,
                     [&](const Value &x, const Value &y) { return areSame(step, x, y); });
}

bool isNonNegative(const Step &step, const Value &value) {
  const Node &node = bareNode(step, value);
  const auto is = [&](std::size_t operand) { return isNonNegative(step, node.operands[operand]); };
  const bool isMax = node.text == "max", isMin = node.text == "min";
  switch (node.kind) {
  case Node::Number:
    return node.text[0] != '-';
  case Node::Call:
    if (isMax || isMin)
      return isMax ? is(0) || is(1) : is(0) && is(1);
    return llvm::is_contained({"abs", "sqrt", "exp", "^2"}, node.text);
  case Node::Binary:
    if (node.text == "*" && areSame(step, node.operands[0], node.operands[1]))
      return true;
    return llvm::is_contained({"+", "*", "/"}, node.text) && is(0) && is(1);
  case Node::Select:
    return is(1) && is(2);
  default:
    return false;
  }
}

std::optional<double> writtenNumber(const Step &step, const Value &value) {
  const Node &node = plainNode(step, value);
  return node.kind == Node::Number ? std::optional(std::strtod(node.text.c_str(), nullptr))
                                   : std::nullopt;
}

} // namespace stencilc::lift
