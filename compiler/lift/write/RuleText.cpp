/// \file Prints the condition of the loop over time as a stopping rule of the language.
#include "lift/write/RuleText.h"
#include "lift/Symbols.h"
#include "lift/read/ValueFacts.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

namespace stencilc::lift {

bool isRimOf(const Box &box, const std::vector<std::pair<std::int64_t, std::int64_t>> &reach) {
  for (std::size_t axis = 0; axis < box.size(); ++axis)
    if (!(box[axis].first == Edge{false, reach[axis].first}) ||
        !(box[axis].second == Edge{true, reach[axis].second}))
      return false;
  return true;
}

bool RuleText::fail(llvm::SMLoc place, const std::string &what, llvm::StringRef hint) {
  diags.report({place, place}, diag::LiftRule, what).note({}, diag::Hint, hint);
  return false;
}

/// Adds the numbers of the reductions in the expression `value` to `used`. Also adds the reductions
/// in their start values, which the reduction variables have before the loops.
void RuleText::collect(const Value &value) {
  forAllNodes(step, value, [&](const Node &node) {
    if (node.kind == Node::Reduced && used.insert(node.local).second)
      collect(step.reductions[node.local].start);
  });
}

static std::string wordOf(const Reduction &reduction) {
  return reduction.function == "sum" ? "sum" : reduction.function + "imum";
}

/// Returns true if a stopping rule can contain the reduction. It must run over cells of the grid,
/// and its start value must use neither cells nor earlier steps. Otherwise reports the reduction
/// and returns false.
bool RuleText::checkReduction(const Reduction &reduction) {
  const auto cell = cellOf(step, fields, reduction);
  const bool isOnce = llvm::all_of(reduction.loops, [&](const Loop &loop) {
    return llvm::any_of(cell, [&](const auto &index) { return index.uses(loop.variable); });
  });
  if (int(cell.size()) != fields.rank || !isOnce)
    return fail(reduction.place,
                "'" + reduction.variable + "' collects values that are not of cells of the grid",
                "collect values that are computed from cells, in loops over all axes");
  const Node &first = plainNode(step, reduction.start);
  if (first.kind == Node::Reduced && step.reductions[first.local].function != reduction.function)
    return fail(reduction.place,
                "'" + reduction.variable + "' collects a " + wordOf(reduction) +
                    " here and before that a " + wordOf(step.reductions[first.local]),
                "use a separate variable for each");
  bool isCarried = false, isRead = false;
  forAllNodes(step, reduction.start, [&](const Node &node) {
    isCarried |= node.kind == Node::Carried;
    isRead |= node.kind == Node::Read && !fields.isTable[node.read.array];
  });
  if (isCarried)
    return fail(reduction.place,
                "'" + reduction.variable +
                    "' collects values here without a first value in every step: it continues from "
                    "the step before",
                "assign a number to '" + reduction.variable +
                    "' in every step, in front of this loop");
  return !isRead || fail(reduction.place,
                         "'" + reduction.variable +
                             "' starts with the value of a cell, which a rule cannot read",
                         "start with a number, such as -1e300 for a maximum");
}

/// Returns true if a node of the stopping condition means the same in the stencil language, where
/// rules compute in f64. Otherwise reports the condition and returns false. If `isRough`, f32
/// operations are accepted.
bool RuleText::checkNode(const Node &node, bool isRough) {
  if (node.kind == Node::Carried && node.order == Node::kIsLost)
    return fail(node.place,
                "these loops change '" + node.text +
                    "', which the rule compares, but collect no maximum, minimum or sum of all "
                    "their cells",
                "write 'm = fmax(m, e)' or 's += e' in the innermost loop, and choose 'e' by a "
                "condition, not whether it is collected");
  if (node.kind == Node::Carried)
    return fail(node.place,
                "the rule uses '" + node.text + "' with the value that an earlier step left",
                "a rule reads one step: compare numbers that every step computes");
  if (node.kind == Node::Read && !fields.isTable[node.read.array])
    return fail(node.place, "the rule reads a cell of '" + step.arrays[node.read.array].name + "'",
                "compare a maximum, a minimum or a sum over cells");
  const bool isExact =
      node.kind != Node::Binary &&
      (node.kind != Node::Call || node.text == "abs" || node.text == "max" || node.text == "min");
  return node.type != Type::F32 || isExact || isRough ||
         fail(step.reductions.empty() ? step.writes.front().place : step.reductions.front().place,
              "the rule computes in 'float', and rules of the language in 'double'",
              "compute what the condition compares in 'double'");
}

bool RuleText::check() {
  const bool isRough =
      llvm::any_of(used, [&](int index) { return step.reductions[index].function == "sum"; });
  bool isFine = true;
  const auto look = [&](const Value &value) {
    forAllNodes(step, value,
                [&](const Node &node) { isFine = isFine && checkNode(node, isRough); });
  };
  for (int index : used)
    if (!checkReduction(step.reductions[index]))
      return false;
  for (int index : used)
    look(step.reductions[index].start);
  look(step.goesOn);
  return isFine;
}

/// Returns the value of the reduction variable before its first loop in a time step. If reduction
/// number `index` continues a reduction of earlier loops, this is the start value of the earlier
/// one.
Value RuleText::firstStart(int index) const {
  const Value &start = step.reductions[index].start;
  const Node &node = plainNode(step, start);
  return node.kind == Node::Reduced ? firstStart(node.local) : start;
}

/// Returns true if the start value of a reduction cannot change its result, such as 0 for a sum.
bool RuleText::isNeutral(const Reduction &reduction) const {
  const auto start = writtenNumber(step, reduction.start);
  if (!start)
    return false;
  if (reduction.function == "sum")
    return *start == 0;
  return reduction.function == "max" && *start <= 0 && isNonNegative(step, reduction.value);
}

static bool isWithin(const Box &inner, const Box &outer) {
  return llvm::all_of(llvm::zip(inner, outer), [](const auto &both) {
    const auto &[in, out] = both;
    return in.first.isFromHigh == out.first.isFromHigh &&
           in.second.isFromHigh == out.second.isFromHigh &&
           (out.first.isFromHigh ? in.first.distance <= out.first.distance
                                 : in.first.distance >= out.first.distance) &&
           (out.second.isFromHigh ? in.second.distance >= out.second.distance
                                  : in.second.distance <= out.second.distance);
  });
}

/// Returns true if reduction number `index` gives the same result over all cells as over its box.
/// Its value must be the difference of new and old cell, which is 0 in cells that are not updated.
bool RuleText::vanishesOutside(int index) const {
  const Reduction &reduction = step.reductions[index];
  const bool isAbsolute = isNonNegative(step, reduction.value);
  if (reduction.function == "min" || (reduction.function == "max" && !isAbsolute))
    return false;
  const Node *node = &plainNode(step, reduction.value);
  while (node->kind == Node::Widen || (node->kind == Node::Call && node->text == "abs"))
    node = &plainNode(step, node->operands[0]);
  if (node->kind != Node::Binary || node->text != "-")
    return false;
  const Node &a = plainNode(step, node->operands[0]), &b = plainNode(step, node->operands[1]);
  const auto cell = cellOf(step, fields, reduction);
  if (a.kind != Node::Read || b.kind != Node::Read || a.read.indices != cell ||
      b.read.indices != cell || fields.levels[a.read.array].field < 0 ||
      fields.levels[a.read.array].field != fields.levels[b.read.array].field)
    return false;
  const Field &field = fields.fields[fields.levels[a.read.array].field];
  return llvm::all_of(field.updates, [&](int update) {
    return isWithin(fields.boxes[update], fields.reductionBoxes[index]);
  });
}

/// Prints reduction number `index` over its cells, and stores the text in `text.reductions`.
void RuleText::printReduction(int index) {
  const Reduction &reduction = step.reductions[index];
  text.setSpot(
      {cellOf(step, fields, reduction), &reduction.loops, reduction.nest, reduction.order});
  text.takeReach();
  std::string value = text.print(reduction.value);
  const auto reach = text.takeReach();
  const Box &box = fields.reductionBoxes[index];
  const std::string inside = text.inside(box);
  const bool isLeftOut = isKeep && isRimOf(box, reach);
  if (!inside.empty() && !isLeftOut && !vanishesOutside(index))
    value = "select(" + inside + ", " + value + ", " +
            (reduction.function == "sum" ? "0" : text.print(firstStart(index))) + ")";
  text.reductions[index] = reduction.function + "(" + value + ")";
}

/// Adds the start value of a reduction to its text, unless the start value cannot change the
/// result.
void RuleText::addStart(int index) {
  const Reduction &reduction = step.reductions[index];
  if (isNeutral(reduction))
    return;
  std::string &own = text.reductions[index];
  own = reduction.function == "sum"
            ? "(" + text.print(reduction.start) + " + " + own + ")"
            : reduction.function + "(" + text.print(reduction.start) + ", " + own + ")";
}

/// Returns the constant that is added to the time in a time level, such as 0 for `t % 10`, and sets
/// `level` to the level's symbol. Returns `nullopt` if `value` is no time level.
static std::optional<std::int64_t> levelOf(const Step &step, const Node &value, Symbol &level) {
  if (value.kind != Node::Position || value.position.symbols().size() != 1)
    return std::nullopt;
  level = step.symbols[value.position.symbols().front()];
  const auto more =
      (value.position - Polynomial::symbol(value.position.symbols().front())).constant();
  return level.kind == Symbol::Buffer ? more : std::nullopt;
}

/// Returns the number of steps between two evaluations of a stopping rule, such as 10 for `(t + 1)
/// % 10 == 0 && error < eps`. Sets `rest` to the second operand, `error < eps`. Returns `nullopt`
/// for conditions of another form.
std::optional<std::int64_t> RuleText::interval(const Node &condition, Value &rest) const {
  if (condition.kind != Node::Binary || condition.text != "&&" || !step.firstTime)
    return std::nullopt;
  for (int part : {0, 1}) {
    const Node &equal = plainNode(step, condition.operands[part]);
    if (equal.kind != Node::Binary || equal.text != "==")
      continue;
    Symbol level;
    const auto number = writtenNumber(step, equal.operands[1]);
    const auto more = levelOf(step, plainNode(step, equal.operands[0]), level);
    if (!number || !more ||
        (*step.firstTime - 1 + level.shift) % level.modulus != std::int64_t(*number) - *more)
      continue;
    rest = condition.operands[1 - part];
    return level.modulus;
  }
  return std::nullopt;
}

/// Returns true if the value of a stopping condition may differ from step to step.
bool RuleText::changes(const Value &condition) const {
  bool isFound = false;
  forAllNodes(step, condition, [&](const Node &node) {
    isFound |= node.kind == Node::Reduced;
    if (node.kind == Node::Position)
      isFound |= llvm::any_of(node.position.symbols(),
                              [&](auto symbol) { return isOfTime(step.symbols[symbol]); });
  });
  return isFound;
}

std::optional<std::vector<std::string>> RuleText::run() {
  collect(step.goesOn);
  if (!check())
    return std::nullopt;
  for (int index : used)
    printReduction(index);
  std::vector<std::string> lines;
  for (const std::string &let : text.takeLets())
    lines.push_back(let);
  text.isReport = true;
  for (int index : used)
    addStart(index);
  // The rule must be true where the loop ends.
  const bool isTurned = step.goesOn->kind == Node::Unary && step.goesOn->text == "!";
  Value stop = isTurned ? step.goesOn->operands[0] : step.goesOn;
  const std::int64_t every =
      isTurned ? interval(plainNode(step, stop), stop).value_or(1) : std::int64_t(1);
  const bool isSame = !changes(stop); // the language refuses a rule that never changes
  std::string rule = (isTurned ? "" : "!") + text.print(stop, isTurned ? isSame ? 3 : 0 : 7);
  if (isSame)
    rule = "step >= 0 && " + rule;
  text.isReport = false;
  for (const std::string &let : text.takeLets())
    lines.push_back(let);
  lines.push_back("until " + rule + " every " + std::to_string(every) +
                  (every > 1 ? " steps;" : " step;"));
  return text.isFailed ? std::nullopt : std::optional(lines);
}

} // namespace stencilc::lift
