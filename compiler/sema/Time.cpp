/// \file Lowers what changes from step to step: `step`, `time`, series; and declares what it is
/// made of.
#include "sema/Time.h"
#include "sema/Cells.h"
#include "sema/Expressions.h"
#include "sema/Settings.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

namespace stencilc::sema {

/// What `make` builds of numbers that the host has, in f64 whatever the purpose is.
template <class Make> Lowering::Result Lowering::onHost(Make make) {
  const Purpose around = std::exchange(purpose, Purpose::Timestep);
  const auto letsOutside = std::exchange(lets, {});
  builder.switchTo(purpose);
  const Result value = make();
  purpose = around;
  builder.switchTo(around);
  lets = letsOutside;
  return value ? Result(builder.hosted(*value)) : value;
}

/// A let or an argument that is shifted in time is of another step.
Lowering::Result Lowering::lowerStep(const Place &place) {
  return onHost([&]() -> Result {
    const Value now = builder.stepNumber();
    const int by = place.shift.time;
    return by ? builder.binary(ir::BinaryOp::Add, now, builder.constant(by)) : now;
  });
}

Lowering::Result Lowering::lowerElapsed(llvm::SMRange range, const Place &place) {
  if (!unit.timestep) {
    errorWithHint(place, range, {},
                  "write 'timestep dt = 0.001;' among the statements: time is step * dt",
                  diag::TimeWithoutTimestep);
    return std::nullopt;
  }
  return onHost([&]() -> Result {
    const Result step = lowerStep(place), by = lowerTimestep(*unit.timestep);
    return step && by ? Result(builder.binary(ir::BinaryOp::Multiply, *step, *by)) : std::nullopt;
  });
}

Lowering::Result Lowering::lowerTimestep(const ast::TimestepStatement &timestep) {
  const std::string what = "the time step " + quoted(timestep.name.text);
  if (purpose == Purpose::Constant) // one made of constants is one
    return lowerNumber(timestep.value, {}, what);
  return onHost([&] { return lowerNumber(timestep.value, {}, what); });
}

std::optional<SymbolId> Lowering::namedSeries(const ast::Identifier &name,
                                              const Frame *frame) const {
  std::optional<SymbolId> symbol = unit.symbols.find(name.text);
  if (const auto local = findLocal(frame, name.text))
    symbol = local->isIndex() ? std::nullopt : namedSymbol(local->value(), local->frame->caller);
  return symbol && unit.symbols[*symbol].kind == SymbolKind::Series ? symbol : std::nullopt;
}

/// How many steps away `step+2*k-1` is; nothing after a report, or if it is something else.
std::optional<std::int64_t> Lowering::stepsAway(ast::ExprId id, const Frame *frame) {
  const ast::Expr &expr = unit.stencil.exprs[id];
  if (const auto *name = std::get_if<ast::Name>(&expr.node))
    return name->name.text == "step" ? std::optional<std::int64_t>(0) : std::nullopt;
  const auto *sum = std::get_if<ast::Binary>(&expr.node);
  if (!sum || (sum->op != ast::BinaryOp::Add && sum->op != ast::BinaryOp::Subtract))
    return std::nullopt;
  const auto first = stepsAway(sum->lhs, frame);
  if (!first)
    return std::nullopt;
  const auto by = evaluateCells(unit, {0, sum->rhs}, unit.stencil.exprs[sum->rhs].range,
                                "a shift of steps", frame);
  if (!by)
    return std::nullopt;
  return sum->op == ast::BinaryOp::Add ? *first + *by : *first - *by;
}

/// `wavelet[step-1]`
Lowering::Result Lowering::lowerSeries(SymbolId id, const ast::Access &access, llvm::SMRange range,
                                       const Place &place) {
  if (!isAllowed(SymbolKind::Series, access.base.text, range, place))
    return std::nullopt;
  const unsigned errors = unit.diags.errors();
  std::optional<std::int64_t> by;
  if (access.shifts.empty() && access.members.size() == 1)
    by = stepsAway(access.members.front(), place.frame);
  if (!by) {
    if (errors == unit.diags.errors())
      error(place, range, diag::SeriesIndex, access.base.text);
    return std::nullopt;
  }
  const auto found = unit.series.find(id);
  if (found == unit.series.end())
    return std::nullopt;
  return onHost(
      [&]() -> Result { return builder.seriesValue(found->second, *by + place.shift.time); });
}

void declareTime(Unit &unit) {
  unit.timestep = onlyOne<ast::TimestepStatement>(unit, "timestep");
  forEach<ast::SeriesStatement>(unit.stencil, [&](const ast::SeriesStatement &series,
                                                  const ast::Statement &statement) {
    const auto id = unit.symbols.find(series.name.text);
    if (!id || unit.symbols[*id].declared.Start != series.name.range.Start)
      return; // the name is taken, which was reported
    unit.series.emplace(*id, unit.program.series.add({series.name.text, series.file,
                                                      unit.diags.lineOf(statement.range.Start)}));
  });
}

void checkTimestep(Unit &unit) {
  if (!unit.timestep)
    return;
  ir::Program scratch; // only to check it; it is lowered again where it is used
  scratch.axes = unit.program.axes;
  scratch.params = unit.program.params;
  Lowering lowering(unit, scratch, Purpose::Timestep);
  lowering.lowerNumber(unit.timestep->value, {},
                       "the time step " + quoted(unit.timestep->name.text));
}

} // namespace stencilc::sema
