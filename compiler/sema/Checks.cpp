/// \file Reports and rules that end the run.
#include "sema/Checks.h"
#include "ir/Walk.h"
#include "sema/Boundaries.h"
#include "sema/Expressions.h"
#include "sema/GhostCells.h"
#include "sema/Globals.h"
#include "sema/Points.h"
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
    const bool isOfCells = purpose == Purpose::Draft || purpose == Purpose::Written;
    const std::string named =
        "write 'global a = " + shortened(onOneLine(sourceText(range))) + ";' above, and 'a' here";
    const std::string near =
        "for the cell and its neighbours write '" + builtin.name.str() + "(star(1), ...)'";
    errorWithHint(place, range, range,
                  !isOfCells                          ? ""
                  : builtin.kind == BuiltinKind::Norm ? named
                                                      : named + "; " + near,
                  diag::NotAvailable, quoted(builtin.name) + " of one value",
                  isOfCells ? "a value that differs from cell to cell" : "this value",
                  "it is one number from all cells, for 'global', 'report' and 'until'");
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
  const ir::ExprId root = value ? builder.finish(*value, ir::ScalarType::F64) : ir::ExprId();
  const std::vector<ReadSite> beyond = lowerGhosts(unit, *this);
  const unsigned faces = facesSeen();
  computeAt({}, 0);
  purpose = Purpose::Check;
  builder.switchTo(Purpose::Check);
  lets = letsOutside;
  std::vector<ReadSite> reads = std::exchange(readSites, readsOutside);
  reads.insert(reads.end(), beyond.begin(), beyond.end());
  if (!root.valid())
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
    if (known.kind == kind && known.value == root && known.leftOut == leftOut &&
        isReducedHere(unit, id))
      return builder.reduced(id);
  }
  return builder.reduced(unit.program.reductions.add(
      {kind, root, leftOut, unit.diags.lineOf(range.Start), onOneLine(sourceText(range))}));
}

/// Whether the value changes from check to check.
static bool checkChanges(Unit &unit, ir::ExprId value, llvm::SMRange range, llvm::StringRef what) {
  if (ir::changesInTime(unit.program, value))
    return true;
  unit.diags.report(range, diag::NothingReduced, what)
      .note(range, diag::Hint,
            "write 'max(...)', 'min(...)', 'sum(...)' or 'norm(...)' of a value in the cells");
  return false;
}

/// Whether a report that says no value is the only one of a number of the whole grid.
static bool checkName(Unit &unit, const ast::ReportStatement &report) {
  const auto symbol = unit.symbols.find(report.name.text);
  if (!symbol) // reported by resolveUses
    return false;
  if (unit.symbols[*symbol].kind != SymbolKind::Global) {
    unit.diags
        .report(report.name.range, diag::ReportOfName, report.name.text,
                describe(unit.symbols[*symbol].kind))
        .note(report.name.range, diag::Hint,
              "give the report a name and a value, as in 'report most = max(" + report.name.text +
                  ") every 10 steps;'");
    return false;
  }
  const bool isFirst = llvm::none_of(unit.program.reports, [&](const ir::Report &other) {
    return other.name == report.name.text;
  });
  if (!isFirst)
    unit.diags.report(report.name.range, diag::Redeclaration, report.name.text);
  return isFirst;
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
      if (report->isOfName && !checkName(unit, *report))
        continue;
      const llvm::SMRange range = unit.stencil.exprs[report->value].range;
      const auto value =
          lowering.lowerNumber(report->value, {}, "the value of '" + report->name.text + "'");
      if (value && isPositive && checkChanges(unit, value->id, range, "report"))
        unit.program.reports.push_back(
            {report->name.text, value->id, report->every.steps, line, sourceOf(report->value)});
    }
    if (const auto *until = std::get_if<ast::UntilStatement>(&statement.node)) {
      const bool isPositive = checkEvery(unit, until->every);
      const llvm::SMRange range = unit.stencil.exprs[until->condition].range;
      const auto value = lowering.lowerCondition(until->condition, {}, "'until'");
      if (value && isPositive && checkChanges(unit, value->id, range, "rule"))
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
