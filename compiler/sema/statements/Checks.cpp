/// \file Lowers `report` statements, and `until` statements, which end the run.
#include "sema/statements/Checks.h"
#include "ir/Walk.h"
#include "sema/Expressions.h"
#include "sema/boundaries/Boundaries.h"
#include "sema/statements/Points.h"
#include "sema/steps/Stages.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::sema {

/// Returns whether `value`, which is reported or tested, can change from step to step. Reports an
/// error if not. `what` is the name of the statement in the message.
static bool checkChanges(Unit &unit, ir::ExprId value, llvm::SMRange range, llvm::StringRef what) {
  if (ir::changesInTime(unit.program, value))
    return true;
  unit.diags.report(range, diag::NothingReduced, what)
      .note(range, diag::Hint,
            "write 'max(...)', 'min(...)', 'sum(...)' or 'norm(...)' of a value in the cells");
  return false;
}

/// Returns whether a statement such as `report dt every 10 steps;` names a global (scalar computed
/// in each time step) that no earlier statement reports. Reports an error if not.
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

namespace {
/// Translation of `report` and `until` statements to the IR.
class CheckLowering {
public:
  CheckLowering(Unit &unit, const std::set<ir::FieldId> &updated)
      : unit(unit), lowering(unit, unit.program, Purpose::Check, updated) {}

  void run() {
    for (const ast::Statement &statement : unit.stencil.statements) {
      const int line = unit.diags.lineOf(statement.range.Start);
      if (const auto *report = std::get_if<ast::ReportStatement>(&statement.node))
        lowerReport(*report, line);
      if (const auto *until = std::get_if<ast::UntilStatement>(&statement.node))
        lowerUntil(*until, line);
    }
    checkReadsInsideGrid(unit, lowering.reducedReads());
    nameLets();
  }

private:
  void lowerReport(const ast::ReportStatement &report, int line) {
    const bool isPositive = checkEvery(unit, report.every);
    if (report.isOfName && !checkName(unit, report))
      return;
    const llvm::SMRange range = unit.stencil.exprs[report.value].range;
    const auto value =
        lowering.lowerNumber(report.value, {}, "the value of '" + report.name.text + "'");
    if (value && isPositive && checkChanges(unit, value->id, range, "report"))
      unit.program.reports.push_back(
          {report.name.text, value->id, report.every.steps, line, onOneLine(sourceText(range))});
  }

  void lowerUntil(const ast::UntilStatement &until, int line) {
    const bool isPositive = checkEvery(unit, until.every);
    const llvm::SMRange range = unit.stencil.exprs[until.condition].range;
    const auto value = lowering.lowerCondition(until.condition, {}, "'until'");
    if (value && isPositive && checkChanges(unit, value->id, range, "rule"))
      unit.program.rules.push_back(
          {value->id, until.every.steps, line, onOneLine(sourceText(range))});
  }

  void nameLets() {
    for (const auto &[id, name] : lowering.letNames())
      if (!unit.program.exprNames.contains(id) && isWorthNaming(unit.program, id))
        unit.program.exprNames.emplace(id, name);
  }

  Unit &unit;
  Lowering lowering;
};
} // namespace

void lowerChecks(Unit &unit) {
  unit.within.isOver = true;
  std::set<ir::FieldId> updated; // includes fields whose update was reported as wrong
  for (const auto &[symbol, field] : unit.fields)
    if (unit.symbols[symbol].isUpdated)
      updated.insert(field);
  CheckLowering(unit, updated).run();
}

} // namespace stencilc::sema
