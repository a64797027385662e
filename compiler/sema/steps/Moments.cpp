/// \file Lowers values within a time step such as `u[t+1/3]`: resolves their indices, checks their
/// order, and creates local fields for them in the IR.
#include "sema/steps/Moments.h"
#include "sema/names/Scopes.h"
#include "sema/values/Cells.h"
#include <numeric>

namespace stencilc::sema {

namespace {

Part lowest(std::int64_t of, std::int64_t by) {
  const std::int64_t common = std::gcd(of, by);
  return {of / common, by / common};
}

/// Largest denominator in sums of fractions of a time step. A sum with a larger denominator becomes
/// 1/1000001, a time at which no field has a value.
constexpr std::int64_t kBeyond = 1000000;

Part added(const Part &a, const Part &b) {
  const Part sum = lowest(a.of * b.by + b.of * a.by, a.by * b.by);
  return sum.by > kBeyond ? Part{1, kBeyond + 1} : sum;
}

/// Adds `part`, a fraction of a time step that can be negative or more than 1, to the time of
/// `result`.
void addMoment(Displacement &result, const Part &part) {
  const std::int64_t whole =
      part.of >= 0 ? part.of / part.by : -((-part.of + part.by - 1) / part.by);
  result.time += static_cast<int>(whole);
  result.part = {part.of - whole * part.by, part.by};
}

} // namespace

std::optional<Part> quotientOf(const ast::Stencil &stencil, ast::ExprId id) {
  const ast::ExprNode &node = stencil.exprs[id].node;
  constexpr std::int64_t kMost = 1000;
  if (const auto *number = std::get_if<ast::Number>(&node))
    return number->isInteger && number->value <= double(kMost)
               ? std::optional(Part{static_cast<std::int64_t>(number->value), 1})
               : std::nullopt;
  if (const auto *unary = std::get_if<ast::Unary>(&node)) {
    const auto operand = quotientOf(stencil, unary->operand);
    return operand && unary->op == ast::UnaryOp::Negate
               ? std::optional(Part{-operand->of, operand->by})
               : std::nullopt;
  }
  const auto *binary = std::get_if<ast::Binary>(&node);
  if (!binary)
    return std::nullopt;
  const auto left = quotientOf(stencil, binary->lhs), right = quotientOf(stencil, binary->rhs);
  if (!left || !right || std::max({left->by, right->by, right->of, -right->of}) > kMost)
    return std::nullopt;
  switch (binary->op) {
  case ast::BinaryOp::Divide:
    return right->of > 0 ? std::optional(lowest(left->of * right->by, left->by * right->of))
                         : std::nullopt;
  case ast::BinaryOp::Add:
    return added(*left, *right);
  case ast::BinaryOp::Subtract:
    return added(*left, {-right->of, right->by});
  default:
    return std::nullopt;
  }
}

Offset Displacement::halves() const {
  Offset all;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    all[axis] = 2 * offset[axis] + half[axis];
  return all;
}

Displacement Displacement::ofHalves(const Offset &halves) {
  Displacement result;
  for (int axis = 0; axis < kMaxAxes; ++axis) {
    result.half[axis] = halves[axis] & 1; // also correct for negative numbers
    result.offset[axis] = (halves[axis] - result.half[axis]) / 2;
  }
  return result;
}

Displacement operator+(const Displacement &a, const Displacement &b) {
  const Offset first = a.halves(), second = b.halves();
  Displacement sum = Displacement::ofHalves(first + second);
  sum.time = a.time + b.time;
  addMoment(sum, added(a.part, b.part));
  sum.iterate = a.iterate && b.iterate ? a.iterate + b.iterate - 1 : a.iterate + b.iterate;
  return sum;
}

std::string partText(const Part &part) {
  return std::to_string(part.of) + (part.by == 1 ? "" : "/" + std::to_string(part.by));
}

std::string momentText(const Symbol &field, const Part &part) {
  return spelt(field, "t+" + partText(part));
}

bool isIterationOf(const Unit &unit, const ast::Identifier &axis) {
  return unit.within.repeat && unit.within.repeat->index.text == axis.text;
}

bool resolveMoment(Unit &unit, const ast::Shift &shift, Displacement &result, const Frame *frame) {
  const bool isTime = shift.axis.text == "t";
  const auto part = isTime && shift.amount.value.valid()
                        ? quotientOf(unit.stencil, shift.amount.value)
                        : std::nullopt;
  if (part && part->by > kMostParts) {
    if (unit.isFirst(shift.range, diag::BadMoment.id))
      unit.diags.report(shift.range, diag::BadMoment, partText(*part));
    return false;
  }
  if (part && std::abs(part->of) <= kMaxRadius * part->by) {
    addMoment(result, *part);
    return true;
  }
  const auto amount = evaluateCells(unit, shift.amount, shift.range, "an offset", frame);
  if (!amount)
    return false;
  if (std::abs(*amount) > kMaxRadius) {
    if (unit.isFirst(shift.range, diag::OffsetTooFar.id))
      unit.diags.report(shift.range, diag::OffsetTooFar, *amount, kMaxRadius, "in an index");
    return false;
  }
  if (isTime) {
    result.time = static_cast<int>(*amount);
    return true;
  }
  result.iterate = static_cast<int>(*amount) + 1;
  if (*amount == 0 || *amount == 1)
    return true;
  const std::string &k = shift.axis.text;
  if (unit.isFirst(shift.range, diag::IterateIndex.id))
    unit.diags.report(shift.range, diag::IterateIndex, sourceText(shift.range).str(),
                      "there are '" + k + "', which an iteration finds, and '" + k +
                          "+1', which it computes");
  return false;
}

ir::FieldId addWithinStep(Unit &unit, ir::FieldId base, const std::string &ending) {
  const auto isTaken = [&](const std::string &name) {
    return unit.symbols.find(name).has_value() ||
           std::any_of(unit.program.fields.begin(), unit.program.fields.end(),
                       [&](const ir::FieldDecl &field) { return field.name == name; });
  };
  const ir::FieldDecl &like = unit.program.fields[base];
  ir::FieldDecl field;
  field.name = like.name + "_" + ending;
  while (isTaken(field.name))
    field.name += '_';
  field.isLocal = true;
  field.storage = like.storage;
  field.boundary = like.boundary;
  field.shorter = like.shorter;
  field.line = like.line;
  const ir::FieldId id = unit.program.fields.add(std::move(field));
  unit.within.baseOf.emplace(id, base);
  if (unit.wrongBoundaries.contains(base))
    unit.wrongBoundaries.insert(id);
  if (const auto rules = unit.ghostRules.find(base); rules != unit.ghostRules.end())
    unit.ghostRules.emplace(id, rules->second);
  if (const auto rim = unit.rims.find(base); rim != unit.rims.end())
    unit.rims.emplace(id, rim->second);
  return id;
}

namespace {

/// Checks the order in which updates compute values within a time step, such as `u[t+1/3]` before
/// `u[t+1]`.
class MomentOrder {
public:
  MomentOrder(Unit &unit, const std::vector<std::optional<Moment>> &moments)
      : unit(unit), moments(moments) {}

  std::vector<std::optional<ir::FieldId>> run() {
    std::vector<bool> isFine;
    for (std::size_t i = 0; i < moments.size(); ++i)
      isFine.push_back(moments[i] && check(*moments[i], unit.updates[i]));
    for (const auto &[base, values] : byField)
      checkLast(base, *values.back());
    std::vector<std::optional<ir::FieldId>> targets(moments.size());
    for (std::size_t i = 0; i < moments.size(); ++i)
      if (isFine[i])
        targets[i] = fieldOf(*moments[i]);
    return targets;
  }

private:
  /// Returns whether an update computes a later time than all earlier updates of the same field.
  /// Reports an error if not.
  bool check(const Moment &moment, const Update &update) {
    if (wrong.contains(update.node)) // a loop is reported for one iteration only
      return false;
    std::vector<const Moment *> &before = byField[moment.base];
    const auto again = std::find_if(before.begin(), before.end(), [&](const Moment *other) {
      return other->part == moment.part;
    });
    const bool isAgain = again != before.end();
    if (!isAgain && (before.empty() || before.back()->part < moment.part)) {
      before.push_back(&moment);
      return true;
    }
    wrong.insert(update.node);
    const Symbol &symbol = unit.symbols[*update.target];
    const std::string text = momentText(symbol, moment.part);
    auto report = isAgain ? unit.diags.report(moment.range, diag::SecondUpdate, text)
                          : unit.diags.report(moment.range, diag::SubstepOrder, text,
                                              momentText(symbol, before.back()->part));
    if (isAgain)
      report.note((*again)->range, diag::FirstUpdateHere, symbol.name)
          .note(moment.range, diag::Hint, adviceOnSecond(symbol, update));
    else
      report.note(before.back()->range, diag::Hint, "the later value is computed here");
    noteFrames(report, IndexFrames(update.indices).innermost());
    return false;
  }

  static std::string adviceOnSecond(const Symbol &symbol, const Update &update) {
    if (!update.indices.empty())
      return "each iteration of a loop must update another member";
    const std::string half = momentText(symbol, {1, 2});
    return "name a value within the step by a fraction of the step, as in '" + half + " = ...; " +
           momentText(symbol, {1, 1}) + " = ... " + half + " ...;'";
  }

  void checkLast(ir::FieldId base, const Moment &last) {
    if (unit.program.fields[base].isLocal || last.part == Part{1, 1} ||
        !unit.isFirst(last.range, diag::SubstepLast.id))
      return;
    const Symbol &symbol = unit.symbols[unit.symbolOf(base)];
    unit.diags.report(last.range, diag::SubstepLast, symbol.name)
        .note(last.range, diag::Hint,
              "the last value of a step is '" + momentText(symbol, {1, 1}) +
                  "'; a field that exists within a step only is declared 'local " + symbol.name +
                  ";'");
  }

  ir::FieldId fieldOf(const Moment &moment) {
    const auto &[base, part, range] = moment;
    const bool isLast = byField[base].back() == &moment;
    const ir::FieldId field =
        part == Part{1, 1} || (unit.program.fields[base].isLocal && isLast)
            ? base
            : addWithinStep(unit, base, std::to_string(part.of) + "_" + std::to_string(part.by));
    unit.within.values.emplace(std::pair(base, std::pair(part.of, part.by)), field);
    return field;
  }

  Unit &unit;
  const std::vector<std::optional<Moment>> &moments;
  std::map<ir::FieldId, std::vector<const Moment *>> byField; // in the order written
  std::set<const ast::UpdateStatement *> wrong;
};

} // namespace

std::vector<std::optional<ir::FieldId>>
orderMoments(Unit &unit, const std::vector<std::optional<Moment>> &moments) {
  return MomentOrder(unit, moments).run();
}

} // namespace stencilc::sema
