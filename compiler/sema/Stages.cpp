/// \file Updates.
#include "sema/Stages.h"
#include "sema/Boundaries.h"
#include "sema/Expressions.h"
#include "sema/GhostCells.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::sema {

bool isWorthNaming(const ir::Program &program, ir::ExprId id) {
  const ir::ExprNode &node = program[id].node;
  return std::holds_alternative<ir::Unary>(node) || std::holds_alternative<ir::Binary>(node) ||
         std::holds_alternative<ir::Select>(node);
}

namespace {

/// The target of an update as it is written, with another index in place of its shifts.
std::string targetWith(const Unit &unit, const ast::UpdateStatement &update,
                       llvm::StringRef index) {
  std::string text = update.target.base.text + "[";
  for (ast::ExprId member : update.target.members)
    text += sourceText(unit.stencil.exprs[member].range).str() + ", ";
  return text + index.str() + "]";
}

/// Whether the target is written `u[t+1]`; otherwise reports what its index would mean.
bool checkTargetIndex(Unit &unit, const ast::UpdateStatement &update, const Frame *frame) {
  const std::string right = targetWith(unit, update, "t+1");
  const std::string &name = update.target.base.text;
  const auto index = resolveShifts(unit, update.target.shifts, frame);
  if (!index)
    return false;
  if (index->time == 0) {
    const bool isDisplaced = !index->offset.isCentre();
    unit.diags.report(update.targetRange, diag::InPlaceUpdate, name)
        .fixIt(isDisplaced ? llvm::SMRange() : update.targetRange, right)
        .note(update.targetRange, diag::Hint,
              "write '" + right +
                  " = ...': all cells then see the values at t (Jacobi); for "
                  "the faster convergence of a sweep, update two colours in two fields");
    return false;
  }
  if (index->time != 1) {
    const std::string level =
        llvm::formatv("t{0}{1}", index->time > 0 ? "+" : "", index->time).str();
    unit.diags.report(update.targetRange, diag::TargetTime, right, targetWith(unit, update, level))
        .fixIt(update.targetRange, right);
    return false;
  }
  if (!index->offset.isCentre()) {
    int axis = 0;
    while (index->offset[axis] == 0)
      ++axis;
    const std::string &axisName = unit.stencil.axes[axis].text;
    const std::string back = axisName + (index->offset[axis] > 0 ? "-" : "+") +
                             std::to_string(std::abs(index->offset[axis]));
    unit.diags.report(update.targetRange, diag::TargetOffset, right, axisName)
        .fixIt(update.targetRange, right)
        .note(update.targetRange, diag::Hint,
              "shift what is read instead: '" + right + " = ... " + targetWith(unit, update, back) +
                  " ...'");
    return false;
  }
  return true;
}

/// The field an update computes, after all checks of its target.
std::optional<ir::FieldId> resolveTarget(Unit &unit, const Update &each) {
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
  const auto field = unit.fields.find(*each.target);
  const IndexFrames frames(each.indices);
  if (!checkTargetIndex(unit, update, frames.innermost()) || field == unit.fields.end())
    return std::nullopt;
  return field->second;
}

/// The fields computed by the updates, one for each in source order (nothing where it is wrong).
std::vector<std::optional<ir::FieldId>> resolveTargets(Unit &unit) {
  std::vector<std::optional<ir::FieldId>> targets;
  std::map<ir::FieldId, llvm::SMRange> first;
  std::set<const ast::UpdateStatement *> wrong; // of a loop one round tells
  for (const Update &each : unit.updates) {
    const ast::UpdateStatement &update = *each.node;
    targets.push_back(wrong.contains(&update) ? std::nullopt : resolveTarget(unit, each));
    std::optional<ir::FieldId> &target = targets.back();
    if (!target) {
      wrong.insert(&update);
      continue;
    }
    const auto [place, isNew] = first.emplace(*target, update.targetRange);
    if (isNew)
      continue;
    const std::string &name = unit.symbols[*each.target].name;
    auto report = unit.diags.report(update.targetRange, diag::SecondUpdate, name);
    report.note(place->second, diag::FirstUpdateHere, name)
        .note(update.targetRange, diag::Hint,
              each.indices.empty() ? "join both into one expression, or update a second field"
                                   : "each round of a loop updates a member of its own");
    noteFrames(report, IndexFrames(each.indices).innermost());
    target.reset();
    wrong.insert(&update);
  }
  if (targets.empty() && !ast::firstUpdate(unit.stencil.statements))
    unit.diags.report(unit.stencil.name.range, diag::NoUpdate, unit.stencil.name.text)
        .note(unit.stencil.name.range, diag::Hint,
              "add for example 'field u { boundary fixed(0); }' and 'u[t+1] = 0.5 * u;'");
  return targets;
}

/// Lets that nothing reads are wrong all the same if they are wrong.
void checkUnusedLets(Unit &unit) {
  std::set<ir::FieldId> updated;
  for (const ir::Stage &stage : unit.program.stages)
    updated.insert(stage.target);
  ir::Program scratch = unit.program;
  Lowering lowering(unit, scratch, stagePurpose(unit.program.arithmetic), updated);
  forEach<ast::LetStatement>(unit.stencil, [&](const auto &let, const auto &) {
    const auto id = unit.symbols.find(let.name.text);
    if (id && !unit.symbols[*id].isUsed)
      lowering.lower(let.value);
  });
  forEach<ast::RegionStatement>(unit.stencil, [&](const auto &region, const auto &) {
    const auto id = unit.symbols.find(region.name.text);
    if (id && !unit.symbols[*id].isUsed)
      lowering.lowerCondition(region.condition, {}, "the region " + quoted(region.name.text));
  });
}

/// The value of an update: of its arms the first whose condition holds, else that of elsewhere or
/// the cell as it is.
std::optional<Value> lowerUpdate(Unit &unit, Lowering &lowering, const Update &each,
                                 const Frame *frame) {
  const ast::UpdateStatement &update = *each.node;
  const Place place = {{}, frame};
  const std::string what = "the value of '" + targetWith(unit, update, "t+1") + "'";
  const auto elsewhere = [&]() -> std::optional<Value> {
    if (update.value.valid())
      return lowering.lowerNumber(update.value, place, what);
    const auto field = each.target ? unit.fields.find(*each.target) : unit.fields.end();
    if (field == unit.fields.end())
      return std::nullopt;
    return lowering.values().read(field->second, 0, {});
  };
  std::vector<std::pair<std::optional<Value>, std::optional<Value>>> arms; // conditions, values
  for (const ast::Arm &arm : update.arms) {
    const auto condition = lowering.lowerCondition(arm.condition, place, "'where'");
    arms.emplace_back(condition, lowering.lowerNumber(arm.value, place, what));
  }
  std::optional<Value> result = elsewhere();
  for (const auto &[condition, value] : llvm::reverse(arms)) {
    if (!condition || !value || !result)
      return std::nullopt;
    result = lowering.values().select(*condition, *value, *result);
  }
  return result;
}

/// The statement on one line; of a loop with the numbers of its indices.
std::string sourceOf(const Update &update) {
  std::string text = onOneLine(sourceText(update.statement->range));
  for (const IndexNumber &index : update.indices)
    text += (&index == &update.indices.front() ? "  " : ", ") + index.name + " = " +
            std::to_string(index.number);
  return text;
}

} // namespace

void lowerStages(Unit &unit) {
  const std::vector<std::optional<ir::FieldId>> targets = resolveTargets(unit);
  const Purpose purpose = stagePurpose(unit.program.arithmetic);
  std::set<ir::FieldId> updated;
  std::vector<std::pair<ReadSite, Reach>> allReads;
  for (const auto &[each, target] : llvm::zip_equal(unit.updates, targets)) {
    const IndexFrames frames(each.indices);
    Lowering lowering(unit, unit.program, purpose, updated);
    const auto value = lowerUpdate(unit, lowering, each, frames.innermost());
    // Before the root: a ghost's value is made with the same builder.
    const ir::ExprId root =
        value && target ? lowering.values().finish(*value, unit.program.fields[*target].storage)
                        : ir::ExprId();
    const std::vector<ReadSite> beyond = lowerGhosts(unit, lowering);
    std::vector<ReadSite> reads = lowering.reads();
    reads.insert(reads.end(), beyond.begin(), beyond.end());
    Reach frozen = frozenLayerOf(unit.program, reads);
    if (const auto rim = target ? unit.rims.find(*target) : unit.rims.end(); rim != unit.rims.end())
      frozen.include(rim->second);
    for (const ReadSite &read : reads)
      allReads.emplace_back(read, frozen);
    if (!target)
      continue;
    updated.insert(*target);
    if (!value)
      continue;
    unit.program.stages.add(
        {*target, root, frozen, unit.diags.lineOf(each.statement->range.Start), sourceOf(each)});
    for (const auto &[id, name] : lowering.letNames())
      if (isWorthNaming(unit.program, id))
        unit.program.exprNames.try_emplace(id, name);
  }
  checkReadsInsideGrid(unit, allReads);
  checkUnusedLets(unit);
}

} // namespace stencilc::sema
