/// \file Visits reads of cells together with the conditions under which they are executed.
#include "lift/GuardedReads.h"
#include "lift/Symbols.h"
#include <cstdlib>

namespace stencilc::lift {

namespace {

using Loops = std::vector<Loop>;

class Reads {
public:
  Reads(const Step &step, const std::function<void(const Node &, const Loops &)> &use)
      : step(step), use(use) {}

  void visit(const Value &value, const Loops &loops) const {
    for (const Loop &loop : loops)
      if (const auto turns = (loop.high - loop.low).constant(); turns && *turns <= 0)
        return;
    if (value->kind == Node::Read)
      use(*value, loops);
    else if (value->kind == Node::Temporary)
      visit(step.locals[value->local].value, loops);
    else if (value->kind == Node::Select || isText(value, "&&") || isText(value, "||"))
      visitChoice(*value, loops);
    else if (value->kind != Node::Carried && value->kind != Node::Reduced)
      for (const Value &operand : value->operands)
        visit(operand, loops);
  }

private:
  static bool isText(const Value &value, const char *text) {
    return value->kind == Node::Binary && value->text == text;
  }

  /// Visits the operands of a conditional, `&&` or `||`. The loops are narrowed to the iterations
  /// in which C evaluates the operand.
  void visitChoice(const Node &choice, const Loops &loops) const {
    const Value &condition = choice.operands[0];
    visit(condition, loops);
    const bool isOnTrue = choice.kind == Node::Select || choice.text == "&&";
    Loops narrow = loops;
    narrowBy(condition, isOnTrue, narrow);
    visit(choice.operands[1], narrow);
    if (choice.kind != Node::Select)
      return;
    narrow = loops;
    narrowBy(condition, false, narrow);
    visit(choice.operands[2], narrow);
  }

  void narrowBy(const Value &condition, bool isTrue, Loops &loops) const {
    if (condition->kind == Node::Temporary)
      return narrowBy(step.locals[condition->local].value, isTrue, loops);
    if (condition->kind == Node::Unary && condition->text == "!")
      return narrowBy(condition->operands[0], !isTrue, loops);
    if (isText(condition, isTrue ? "&&" : "||")) {
      narrowBy(condition->operands[0], isTrue, loops);
      return narrowBy(condition->operands[1], isTrue, loops);
    }
    if (condition->kind != Node::Binary || condition->operands.size() != 2)
      return;
    const auto left = positionOf(condition->operands[0]),
               right = positionOf(condition->operands[1]);
    if (left && right)
      narrowByComparison(*left - *right, condition->text, isTrue, loops);
  }

  static std::optional<Polynomial> positionOf(const Value &value) {
    if (value->kind == Node::Position)
      return value->position;
    if (value->kind == Node::Number && value->type == Type::Whole)
      return Polynomial(std::strtoll(value->text.c_str(), nullptr, 10));
    return std::nullopt;
  }

  static std::string negated(const std::string &relation) {
    static const std::map<std::string, std::string> others{{"<", ">="}, {">=", "<"},  {">", "<="},
                                                           {"<=", ">"}, {"==", "!="}, {"!=", "=="}};
    const auto other = others.find(relation);
    return other == others.end() ? "" : other->second;
  }

  static std::string turned(const std::string &relation) {
    std::string result = relation;
    if (result[0] == '<' || result[0] == '>')
      result[0] = result[0] == '<' ? '>' : '<';
    return result;
  }

  /// Narrows the ranges of the loop variables to the iterations in which `difference relation 0`
  /// has the value `isTrue`. Only variables with factor 1 or -1 are handled.
  void narrowByComparison(const Polynomial &difference, std::string relation, bool isTrue,
                          Loops &loops) const {
    if (!isTrue)
      relation = negated(relation);
    for (Loop &loop : loops) {
      const Polynomial here = Polynomial::symbol(loop.variable);
      if (!difference.uses(loop.variable))
        continue;
      if (!usesLoops(step, difference - here))
        narrow(loop, relation, here - difference);
      else if (!usesLoops(step, difference + here))
        narrow(loop, turned(relation), difference + here);
    }
  }

  static void narrow(Loop &loop, const std::string &relation, const Polynomial &bound) {
    const auto atMost = [&](const Polynomial &high) {
      if (const auto less = (loop.high - high).constant(); !less || *less > 0)
        loop.high = high;
    };
    const auto atLeast = [&](const Polynomial &low) {
      if (const auto more = (low - loop.low).constant(); !more || *more > 0)
        loop.low = low;
    };
    if (relation == "<" || relation == "<=" || relation == "==")
      atMost(relation == "<" ? bound : bound + 1);
    if (relation == ">" || relation == ">=" || relation == "==")
      atLeast(relation == ">" ? bound + 1 : bound);
    if (relation == "!=" && bound == loop.low)
      atLeast(bound + 1);
    if (relation == "!=" && bound + 1 == loop.high)
      atMost(bound);
  }

  const Step &step;
  const std::function<void(const Node &, const Loops &)> &use;
};

} // namespace

void forGuardedReads(const Step &step, const Value &value, const Loops &loops,
                     const std::function<void(const Node &, const Loops &)> &use) {
  Reads(step, use).visit(value, loops);
}

} // namespace stencilc::lift
