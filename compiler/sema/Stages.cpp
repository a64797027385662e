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

/// Whether the target is written `u[t+1]`; otherwise reports what its index would mean.
bool checkTargetIndex(Unit &unit, const ast::UpdateStatement &update) {
  const std::string &name = update.target.base.text;
  const auto index = resolveShifts(unit, update.target.shifts);
  if (!index)
    return false;
  if (index->time == 0) {
    const bool isDisplaced = !index->offset.isCentre();
    unit.diags.report(update.targetRange, diag::InPlaceUpdate, name)
        .fixIt(isDisplaced ? llvm::SMRange() : update.targetRange, name + "[t+1]")
        .note(update.targetRange, diag::Hint,
              "write '" + name +
                  "[t+1] = ...': all cells then see the values at t (Jacobi); for "
                  "the faster convergence of a sweep, update two colours in two fields");
    return false;
  }
  if (index->time != 1) {
    unit.diags
        .report(update.targetRange, diag::TargetTime, name,
                llvm::formatv("{0}{1}", index->time > 0 ? "+" : "", index->time).str())
        .fixIt(update.targetRange, name + "[t+1]");
    return false;
  }
  if (!index->offset.isCentre()) {
    int axis = 0;
    while (index->offset[axis] == 0)
      ++axis;
    const std::string &axisName = unit.stencil.axes[axis].text;
    unit.diags.report(update.targetRange, diag::TargetOffset, name, axisName)
        .fixIt(update.targetRange, name + "[t+1]")
        .note(update.targetRange, diag::Hint,
              "shift what is read instead: '" + name + "[t+1] = ... " + name + "[" + axisName +
                  (index->offset[axis] > 0 ? "-" : "+") +
                  std::to_string(std::abs(index->offset[axis])) + "] ...'");
    return false;
  }
  return true;
}

/// The field an update computes, after all checks of its target.
std::optional<ir::FieldId> resolveTarget(Unit &unit, const ast::UpdateStatement &update) {
  const ast::Identifier &base = update.target.base;
  const auto id = unit.symbols.find(base.text);
  if (!id)
    return std::nullopt; // reported by resolveUses
  const Symbol &symbol = unit.symbols[*id];
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
  const auto field = unit.fields.find(*id);
  if (!checkTargetIndex(unit, update) || field == unit.fields.end())
    return std::nullopt;
  return field->second;
}

/// The fields computed by the updates, one for each in source order (nothing where it is wrong).
std::vector<std::optional<ir::FieldId>> resolveTargets(Unit &unit) {
  std::vector<std::optional<ir::FieldId>> targets;
  std::map<ir::FieldId, llvm::SMRange> first;
  forEach<ast::UpdateStatement>(unit.stencil, [&](const auto &update, const auto &) {
    std::optional<ir::FieldId> target = resolveTarget(unit, update);
    if (target) {
      const auto [place, isNew] = first.emplace(*target, update.targetRange);
      if (!isNew) {
        unit.diags.report(update.targetRange, diag::SecondUpdate, update.target.base.text)
            .note(place->second, diag::FirstUpdateHere, update.target.base.text)
            .note(update.targetRange, diag::Hint,
                  "join both into one expression, or update a second field");
        target.reset();
      }
    }
    targets.push_back(target);
  });
  if (targets.empty())
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
std::optional<Value> lowerUpdate(Unit &unit, Lowering &lowering,
                                 const ast::UpdateStatement &update) {
  const std::string what = "the value of '" + update.target.base.text + "[t+1]'";
  const auto elsewhere = [&]() -> std::optional<Value> {
    if (update.value.valid())
      return lowering.lowerNumber(update.value, {}, what);
    const auto id = unit.symbols.find(update.target.base.text);
    const auto field = id ? unit.fields.find(*id) : unit.fields.end();
    if (field == unit.fields.end())
      return std::nullopt;
    return lowering.values().read(field->second, 0, {});
  };
  std::vector<std::pair<std::optional<Value>, std::optional<Value>>> arms; // conditions, values
  for (const ast::Arm &arm : update.arms) {
    const auto condition = lowering.lowerCondition(arm.condition, {}, "'where'");
    arms.emplace_back(condition, lowering.lowerNumber(arm.value, {}, what));
  }
  std::optional<Value> result = elsewhere();
  for (const auto &[condition, value] : llvm::reverse(arms)) {
    if (!condition || !value || !result)
      return std::nullopt;
    result = lowering.values().select(*condition, *value, *result);
  }
  return result;
}

} // namespace

void lowerStages(Unit &unit) {
  const std::vector<std::optional<ir::FieldId>> targets = resolveTargets(unit);
  const Purpose purpose = stagePurpose(unit.program.arithmetic);
  std::set<ir::FieldId> updated;
  std::vector<std::pair<ReadSite, Reach>> allReads;
  std::size_t next = 0;
  forEach<ast::UpdateStatement>(unit.stencil, [&](const ast::UpdateStatement &update,
                                                  const ast::Statement &statement) {
    const std::optional<ir::FieldId> target = targets[next++];
    Lowering lowering(unit, unit.program, purpose, updated);
    const auto value = lowerUpdate(unit, lowering, update);
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
      return;
    updated.insert(*target);
    if (!value)
      return;
    unit.program.stages.add({*target, root, frozen, unit.diags.lineOf(statement.range.Start),
                             onOneLine(sourceText(statement.range))});
    for (const auto &[id, name] : lowering.letNames())
      if (isWorthNaming(unit.program, id))
        unit.program.exprNames.try_emplace(id, name);
  });
  checkReadsInsideGrid(unit, allReads);
  checkUnusedLets(unit);
}

} // namespace stencilc::sema
