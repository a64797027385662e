/// \file The cells in which a read or a write is executed, given the conditions around it.
#include "lift/memory/GuardedReads.h"
#include "lift/Symbols.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>
#include <set>

namespace stencilc::lift {

namespace {

bool isText(const Value &value, const char *text) {
  return value->kind == Node::Binary && value->text == text;
}

/// Narrows a box of cells to those in which a condition is true or false.
class Narrower {
public:
  explicit Narrower(const Step &step) : step(step) {}

  void narrow(Reach &where, const Value &condition, bool isTrue) const {
    if (condition->kind == Node::Temporary)
      return narrow(where, step.locals[condition->local].value, isTrue);
    if (condition->kind == Node::Unary && condition->text == "!")
      return narrow(where, condition->operands[0], !isTrue);
    if (isText(condition, isTrue ? "&&" : "||")) {
      narrow(where, condition->operands[0], isTrue);
      return narrow(where, condition->operands[1], isTrue);
    }
    const bool isComparison = condition->kind == Node::Binary && condition->operands.size() == 2;
    const auto left = isComparison ? positionOf(condition->operands[0]) : std::nullopt,
               right = isComparison ? positionOf(condition->operands[1]) : std::nullopt;
    if (!left || !right || !narrowByComparison(*left - *right, condition->text, isTrue, where))
      where.isExact = false;
  }

private:
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

  /// Narrows the box `where` to the cells in which `difference relation 0`, such as `i - 1 > 0`,
  /// has the value `isTrue`. Only a loop variable with factor 1 or -1 is handled. Returns false if
  /// the narrowed box may contain further cells.
  bool narrowByComparison(const Polynomial &difference, std::string relation, bool isTrue,
                          Reach &where) const {
    if (!isTrue)
      relation = negated(relation);
    bool isExact = false;
    for (Loop &loop : where.loops) {
      const Polynomial here = Polynomial::symbol(loop.variable);
      if (!difference.uses(loop.variable))
        continue;
      if (!usesLoops(step, difference - here))
        isExact = narrow(loop, relation, here - difference);
      else if (!usesLoops(step, difference + here))
        isExact = narrow(loop, turned(relation), difference + here);
    }
    return isExact;
  }

  /// Ends the iterations of `loop` at `high` (exclusive), unless they are known to end earlier.
  /// Returns true if it is known which of the two ends is smaller.
  static bool endBefore(Loop &loop, const Polynomial &high) {
    const auto less = (loop.high - high).constant();
    if (!less || *less > 0)
      loop.high = high;
    return less.has_value();
  }

  /// Begins the iterations of `loop` at `low`, unless they are known to begin later. Returns true
  /// if it is known which of the two begins is greater.
  static bool beginAt(Loop &loop, const Polynomial &low) {
    const auto more = (low - loop.low).constant();
    if (!more || *more > 0)
      loop.low = low;
    return more.has_value();
  }

  /// Leaves out the iteration `bound` of `loop` if it is the first or the last one. Returns true if
  /// exactly this iteration is left out.
  static bool leaveOut(Loop &loop, const Polynomial &bound) {
    if (bound == loop.low)
      return beginAt(loop, bound + 1);
    return bound + 1 == loop.high && endBefore(loop, bound);
  }

  /// Narrows `loop` to the iterations i with `i relation bound`. Returns true if the result is
  /// exact.
  static bool narrow(Loop &loop, const std::string &relation, const Polynomial &bound) {
    if (relation == "!=")
      return leaveOut(loop, bound);
    bool isExact = !relation.empty();
    if (relation == "<" || relation == "<=" || relation == "==")
      isExact &= endBefore(loop, relation == "<" ? bound : bound + 1);
    if (relation == ">" || relation == ">=" || relation == "==")
      isExact &= beginAt(loop, relation == ">" ? bound + 1 : bound);
    return isExact;
  }

  const Step &step;
};

/// Returns true if a box certainly contains no cell, because one of its loops has no iteration.
bool isEmpty(const Reach &where) {
  return llvm::any_of(where.loops, [](const Loop &loop) {
    const auto turns = (loop.high - loop.low).constant();
    return turns && *turns <= 0;
  });
}

class Reads {
public:
  Reads(const Step &step, const std::function<void(const Node &, const Reach &)> &use)
      : step(step), narrower(step), use(use) {}

  void visit(const Value &value, const Reach &where) {
    if (isEmpty(where) || !seen.insert({value.get(), numberOf(where)}).second)
      return;
    if (value->kind == Node::Read)
      use(*value, where);
    else if (value->kind == Node::Temporary)
      visit(step.locals[value->local].value, where);
    else if (value->kind == Node::Select || isText(value, "&&") || isText(value, "||"))
      visitChoice(*value, where);
    else if (value->kind != Node::Carried && value->kind != Node::Reduced)
      for (const Value &operand : value->operands)
        visit(operand, where);
  }

private:
  /// Visits the operands of a select, `&&` or `||`. Operands after the condition are visited only
  /// for cells in which the condition has the value that they need.
  void visitChoice(const Node &choice, const Reach &where) {
    const Value &condition = choice.operands[0];
    visit(condition, where);
    const bool isOnTrue = choice.kind == Node::Select || choice.text == "&&";
    Reach behind = where;
    narrower.narrow(behind, condition, isOnTrue);
    visit(choice.operands[1], behind);
    if (choice.kind != Node::Select)
      return;
    behind = where;
    narrower.narrow(behind, condition, false);
    visit(choice.operands[2], behind);
  }

  /// Returns a number that identifies the box `where`. Equal boxes have the same number. With this
  /// number, the visitor visits a shared node once for each box, and not once for each use.
  std::size_t numberOf(const Reach &where) {
    const auto found = llvm::find_if(boxes, [&](const Reach &other) {
      return other.isExact == where.isExact &&
             llvm::all_of(llvm::zip(other.loops, where.loops), [](const auto &pair) {
               const auto &[a, b] = pair;
               return a.low == b.low && a.high == b.high;
             });
    });
    if (found != boxes.end())
      return std::size_t(found - boxes.begin());
    boxes.push_back(where);
    return boxes.size() - 1;
  }

  const Step &step;
  const Narrower narrower;
  const std::function<void(const Node &, const Reach &)> &use;
  std::vector<Reach> boxes;
  std::set<std::pair<const Node *, std::size_t>> seen;
};

void visitWrites(const Narrower &narrower, const ArrayRead &cell, const Value &value,
                 const Reach &where, const std::function<void(const Reach &)> &use) {
  if (isEmpty(where) || (value->kind == Node::Read && value->read == cell))
    return;
  if (value->kind != Node::Select)
    return use(where);
  for (const bool isTrue : {true, false}) {
    Reach branch = where;
    narrower.narrow(branch, value->operands[0], isTrue);
    visitWrites(narrower, cell, value->operands[isTrue ? 1 : 2], branch, use);
  }
}

} // namespace

void forGuardedReads(const Step &step, const Value &value, const std::vector<Loop> &loops,
                     const std::function<void(const Node &, const Reach &)> &use) {
  Reads(step, use).visit(value, {loops});
}

void forGuardedWrites(const Step &step, const Write &write,
                      const std::function<void(const Reach &)> &use) {
  visitWrites(Narrower(step), write.cell, write.value, {write.loops}, use);
}

} // namespace stencilc::lift
