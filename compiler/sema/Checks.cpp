/// \file Reports and rules that end the run.
#include "sema/Checks.h"
#include "ir/Walk.h"
#include "sema/Boundaries.h"
#include "sema/Expressions.h"
#include "sema/GhostCells.h"
#include "sema/Stages.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::sema {

static ir::ReductionKind reductionOf(BuiltinKind kind) {
  switch (kind) {
  case BuiltinKind::Max:
    return ir::ReductionKind::Max;
  case BuiltinKind::Min:
    return ir::ReductionKind::Min;
  case BuiltinKind::Sum:
    return ir::ReductionKind::Sum;
  default:
    return ir::ReductionKind::Norm;
  }
}

/// The argument is lowered as an update's value would be, in the middle of a scalar expression.
Lowering::Result Lowering::lowerOverCells(const Builtin &builtin, const ast::Call &call,
                                          llvm::SMRange range, const UseSite &place) {
  if (purpose != Purpose::Check) {
    errorWithHint(place, range, range,
                  builtin.kind == BuiltinKind::Norm
                      ? "write for example 'report length = norm(u) every 100 steps;'"
                      : "for the cell and its neighbours write '" + builtin.name.str() +
                            "(star(1), ...)'",
                  diag::NotAvailable, quoted(builtin.name) + " of one value",
                  purpose == Purpose::Draft || purpose == Purpose::Written
                      ? "a value that differs from cell to cell"
                      : "this value",
                  "it is one number from all cells, for 'report' and 'until'");
    return std::nullopt;
  }
  const Purpose inCells = stagePurpose(unit.program.arithmetic);
  const auto letsOutside = std::exchange(lets, {});
  const auto readsOutside = std::exchange(readSites, {});
  purpose = inCells;
  builder.switchTo(inCells);
  const Offset where = whereOf(call.arguments[0], place.frame).value_or(Offset());
  computeAt(where, unit.facesAt(where));
  const UseSite there{Displacement::ofHalves(where), place.frame};
  const Result value = lowerNumber(call.arguments[0], there, quoted(builtin.name));
  const std::optional<ir::ExprId> root =
      value ? std::optional(builder.finish(*value, ir::ScalarType::F64)) : std::nullopt;
  const std::vector<ReadSite> beyond = lowerGhosts(unit, *this);
  const unsigned faces = facesSeen();
  computeAt({}, 0);
  purpose = Purpose::Check;
  builder.switchTo(Purpose::Check);
  lets = letsOutside;
  std::vector<ReadSite> reads = std::exchange(readSites, readsOutside);
  reads.insert(reads.end(), beyond.begin(), beyond.end());
  if (!root)
    return std::nullopt;

  Reach leftOut = frozenLayerOf(unit.program, reads, faces);
  for (int axis = 0; axis < unit.rank(); ++axis)
    if (unit.program.wider[axis] && !(faces >> axis & 1))
      leftOut.high[axis] = std::max(leftOut.high[axis], 1); // no cell of the grid
  for (const ReadSite &read : reads)
    readsOfReductions.emplace_back(read, leftOut);
  const ir::ReductionKind kind = reductionOf(builtin.kind);
  for (ir::ReductionId id : unit.program.reductions.ids()) {
    const ir::Reduction &known = unit.program.reductions[id];
    if (known.kind == kind && known.value == *root && known.leftOut == leftOut)
      return builder.reduced(id);
  }
  return builder.reduced(unit.program.reductions.add(
      {kind, *root, leftOut, unit.diags.lineOf(range.Start), onOneLine(sourceText(range))}));
}

/// Whether the statement's number of steps makes sense.
static bool checkEvery(Unit &unit, const ast::Every &every) {
  if (every.steps < 1)
    unit.diags.report(every.range, diag::EveryNotPositive, every.steps);
  return every.steps >= 1;
}

/// Whether the value changes from check to check.
static bool checkReduces(Unit &unit, ir::ExprId value, llvm::SMRange range, llvm::StringRef what) {
  for (ir::ExprId id : ir::reachableFrom(unit.program, {value}))
    if (std::holds_alternative<ir::Reduced>(unit.program[id].node))
      return true;
  unit.diags.report(range, diag::NothingReduced, what)
      .note(range, diag::Hint,
            "write 'max(...)', 'min(...)', 'sum(...)' or 'norm(...)' of a value in the cells");
  return false;
}

void lowerChecks(Unit &unit) {
  unit.within.isOver = true;
  std::set<ir::FieldId> updated; // also by updates that were wrong
  for (const auto &[symbol, field] : unit.fields)
    if (unit.symbols[symbol].isUpdated)
      updated.insert(field);
  Lowering lowering(unit, unit.program, Purpose::Check, updated);
  const auto sourceOf = [&](ast::ExprId id) {
    return onOneLine(sourceText(unit.stencil.exprs[id].range));
  };
  for (const ast::Statement &statement : unit.stencil.statements) {
    const int line = unit.diags.lineOf(statement.range.Start);
    if (const auto *report = std::get_if<ast::ReportStatement>(&statement.node)) {
      const bool isPositive = checkEvery(unit, report->every);
      const llvm::SMRange range = unit.stencil.exprs[report->value].range;
      const auto value =
          lowering.lowerNumber(report->value, {}, "the value of '" + report->name.text + "'");
      if (value && isPositive && checkReduces(unit, value->id, range, "report"))
        unit.program.reports.push_back(
            {report->name.text, value->id, report->every.steps, line, sourceOf(report->value)});
    }
    if (const auto *until = std::get_if<ast::UntilStatement>(&statement.node)) {
      const bool isPositive = checkEvery(unit, until->every);
      const llvm::SMRange range = unit.stencil.exprs[until->condition].range;
      const auto value = lowering.lowerCondition(until->condition, {}, "'until'");
      if (value && isPositive && checkReduces(unit, value->id, range, "rule"))
        unit.program.rules.push_back(
            {value->id, until->every.steps, line, sourceOf(until->condition)});
    }
  }
  checkReadsInsideGrid(unit, lowering.reducedReads());
  for (const auto &[id, name] : lowering.letNames())
    if (!unit.program.exprNames.contains(id) && isWorthNaming(unit.program, id))
      unit.program.exprNames.emplace(id, name);
}

} // namespace stencilc::sema
