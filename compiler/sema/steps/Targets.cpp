/// \file Checks the left sides of updates, such as `u[t+1]`, and the `repeat` statements around
/// updates.
#include "sema/steps/Targets.h"
#include "sema/names/Scopes.h"
#include "sema/steps/Moments.h"
#include "sema/values/Cells.h"
#include "syntax/parse/FirstUpdate.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::sema {

/// Maximum number of iterations of a `repeat`.
static constexpr std::int64_t kMostIterations = 100000;

std::string targetWith(const Unit &unit, const ast::UpdateStatement &update,
                       llvm::StringRef index) {
  std::string text = update.target.base.text + "[";
  for (ast::ExprId member : update.target.members)
    text += sourceText(unit.stencil.exprs[member].range).str() + ", ";
  return text + index.str() + "]";
}

std::string targetText(const Unit &unit, const ast::UpdateStatement &update) {
  const llvm::StringRef text = sourceText(update.targetRange);
  return text.ends_with("]") && !update.target.shifts.empty() ? onOneLine(text)
                                                              : targetWith(unit, update, "t+1");
}

namespace {

/// Returns whether an update `u[t] = ...` reads `u[t-1]`. In that case, reports once that all time
/// levels of the update are one too low. `right` is the correct target, such as `u[t+1]`, for the
/// message.
bool reportShiftedLevels(Unit &unit, const ast::UpdateStatement &update, llvm::StringRef right) {
  if (!update.value.valid())
    return false;
  const llvm::SMRange whole = unit.stencil.exprs[update.value].range;
  bool isShifted = false;
  for (const ast::Expr &expr : unit.stencil.exprs) {
    const auto *access = std::get_if<ast::Access>(&expr.node);
    const bool isWithin = expr.range.Start.getPointer() >= whole.Start.getPointer() &&
                          expr.range.End.getPointer() <= whole.End.getPointer();
    if (!access || !isWithin || access->base.text != update.target.base.text)
      continue;
    for (const ast::Shift &shift : access->shifts)
      if (shift.axis.text == "t" && !shift.amount.value.valid() && shift.amount.number < 0) {
        unit.isFirst(expr.range, diag::LevelNotKept.id); // suppresses the consequential error
        isShifted = true;
      }
  }
  if (isShifted)
    unit.diags.report(update.targetRange, diag::TargetTime, right, sourceText(update.targetRange))
        .fixIt(update.targetRange, right)
        .note(
            {}, diag::Hint,
            "the levels are one too low: what is written 't-1' here is 't', or no time at all: '" +
                right.str() + " = ... " + update.target.base.text + "[x-1] ...'");
  return isShifted;
}

/// Returns whether the index of an update's target is of the form `u[t+1]`, `u[t+1/3]` or `p[k+1]`.
/// Reports other indices with an explanation.
bool checkTargetIndex(Unit &unit, const ast::UpdateStatement &update, const Displacement &index) {
  const std::string right = targetWith(unit, update, "t+1");
  if (unit.within.repeat && index.iterate != 2) {
    const std::string &k = unit.within.repeat->index.text;
    unit.diags.report(update.targetRange, diag::RepeatTarget, update.target.base.text, k)
        .fixIt(update.targetRange, targetWith(unit, update, k + "+1"));
    return false;
  }
  const bool isWithin = index.iterate || (index.part.of && index.time == 0);
  if (index.time == 0 && !isWithin && reportShiftedLevels(unit, update, right))
    return false;
  if (index.time == 0 && !isWithin) {
    const bool isDisplaced = !index.halves().isCentre();
    unit.diags.report(update.targetRange, diag::InPlaceUpdate, update.target.base.text)
        .fixIt(isDisplaced ? llvm::SMRange() : update.targetRange, right)
        .note(update.targetRange, diag::Hint,
              "write '" + right +
                  " = ...': all cells then see the values at t (Jacobi); for "
                  "the faster convergence of a sweep, update two colours in two fields");
    return false;
  }
  if (!isWithin && (index.time != 1 || index.part.of)) {
    const std::string level = llvm::formatv("t{0}{1}", index.time > 0 ? "+" : "", index.time).str();
    unit.diags.report(update.targetRange, diag::TargetTime, right, targetWith(unit, update, level))
        .fixIt(update.targetRange, right);
    return false;
  }
  if (!index.halves().isCentre()) {
    int axis = 0;
    while (index.halves()[axis] == 0)
      ++axis;
    const std::string &axisName = unit.stencil.axes[axis].text;
    const std::string back = axisName + (index.offset[axis] > 0 ? "-" : "+") +
                             std::to_string(std::abs(index.offset[axis]));
    unit.diags.report(update.targetRange, diag::TargetOffset, right, axisName)
        .fixIt(update.targetRange, right)
        .note(update.targetRange, diag::Hint,
              "shift what is read instead: '" + right + " = ... " + targetWith(unit, update, back) +
                  " ...'");
    return false;
  }
  return true;
}

/// Returns the field and the time that an update computes, or nullopt after it has reported an
/// error.
std::optional<Moment> resolveTarget(Unit &unit, const Update &each) {
  if (!each.target)
    return std::nullopt; // was reported
  const ast::UpdateStatement &update = *each.node;
  const ast::Identifier &base = update.target.base;
  const Symbol &symbol = unit.symbols[*each.target];
  if (symbol.kind != SymbolKind::Field) {
    auto report =
        unit.diags.report(base.range, diag::TargetNotField, base.text, describe(symbol.kind));
    if (symbol.declared.isValid())
      report.note(symbol.declared, diag::DeclaredHere, base.text);
    return std::nullopt;
  }
  if (std::get<ast::FieldStatement>(symbol.statement->node).isConstant) {
    unit.diags.report(update.targetRange, diag::ConstantFieldUpdated, base.text)
        .note(symbol.declared, diag::Hint, "declared here; leave out 'constant' to update it");
    return std::nullopt;
  }
  if (const auto profile = unit.profiles.find(*each.target); profile != unit.profiles.end()) {
    const std::string &axes = unit.axesOf(unit.program.profiles[profile->second]);
    unit.diags.report(update.targetRange, diag::ProfileUpdated, base.text, axes)
        .note(symbol.declared, diag::Hint,
              "declared here; leave out the axes, 'field " + base.text +
                  " { ... }', for a value in every cell");
    return std::nullopt;
  }
  const auto field = unit.fields.find(*each.target);
  const IndexFrames frames(each.indices);
  const Frame *const frame = frames.innermost();
  const auto index = resolveShifts(unit, update.target.shifts, frame);
  if (!index || !checkTargetIndex(unit, update, *index) || field == unit.fields.end())
    return std::nullopt;
  return Moment{field->second, index->part.of ? index->part : Part{1, 1}, update.targetRange};
}

/// Returns the number of iterations of a `repeat`, or nullopt after it has reported an error.
std::optional<std::int64_t> checkRepeat(Unit &unit, const ast::RepeatStatement &repeat) {
  if (unit.symbols.find(repeat.index.text))
    unit.diags.report(repeat.index.range, diag::RepeatName, repeat.index.text)
        .note(repeat.index.range, diag::Hint, "choose a name without another meaning");
  const auto count = evaluateCells(unit, repeat.count, repeat.header, "the number of iterations");
  if (count && (*count < 1 || *count > kMostIterations))
    unit.diags.report(repeat.header, diag::RepeatCount, *count, kMostIterations);
  if (llvm::none_of(unit.updates, [&](const Update &each) { return each.repeat == &repeat; }))
    unit.diags.report(repeat.header, diag::ExpectedToken, "an update such as 'p[k+1] = ...;'",
                      " in 'repeat'");
  return count;
}

} // namespace

std::map<const ast::RepeatStatement *, std::int64_t> checkRepeats(Unit &unit) {
  std::map<const ast::RepeatStatement *, std::int64_t> counts;
  forEach<ast::RepeatStatement>(unit.stencil, [&](const auto &repeat, const auto &) {
    counts.emplace(&repeat, checkRepeat(unit, repeat).value_or(1));
  });
  return counts;
}

std::vector<std::optional<ir::FieldId>> resolveTargets(Unit &unit) {
  std::vector<std::optional<Moment>> moments;
  std::set<const ast::UpdateStatement *> wrong; // a loop is reported for one iteration only
  for (const Update &each : unit.updates) {
    unit.within.repeat = each.repeat;
    moments.push_back(wrong.contains(each.node) ? std::nullopt : resolveTarget(unit, each));
    if (!moments.back())
      wrong.insert(each.node);
  }
  unit.within.repeat = nullptr;
  if (moments.empty() && !ast::firstUpdate(unit.stencil.statements))
    unit.diags.report(unit.stencil.name.range, diag::NoUpdate, unit.stencil.name.text)
        .note(unit.stencil.name.range, diag::Hint,
              "add for example 'field u { boundary fixed(0); }' and 'u[t+1] = 0.5 * u;'");
  return orderMoments(unit, moments);
}

} // namespace stencilc::sema
