/// \file Lowers values that change from step to step (`step`, `time`, time series, and the scalars
/// of `global` statements), and declares time series.
#include "sema/steps/Time.h"
#include "sema/Arguments.h"
#include "sema/Expressions.h"
#include "sema/statements/Settings.h"
#include "sema/values/Cells.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

namespace stencilc::sema {

/// Returns the value that `make` builds, as an f64 expression that the host evaluates. The value
/// must be the same in all cells.
template <class Make> TimeLowering::Result TimeLowering::onHost(Make make) {
  const Purpose around = std::exchange(purpose, Purpose::Timestep);
  const auto letsOutside = std::exchange(lets, {});
  builder.switchTo(purpose);
  const Result value = make();
  purpose = around;
  builder.switchTo(around);
  lets = letsOutside;
  return value ? Result(builder.hosted(*value)) : value;
}

/// Lowers the name `step`, the number of the time step. In a `let` or argument that is read at
/// another time, such as t-1, it is the number of that step.
TimeLowering::Result TimeLowering::lowerStep(const UseSite &place) {
  return onHost([&]() -> Result {
    const Value now = builder.stepNumber();
    const int by = place.shift.time;
    return by ? builder.binary(ir::BinaryOp::Add, now, builder.constant(by)) : now;
  });
}

TimeLowering::Result TimeLowering::lowerElapsed(llvm::SMRange range, const UseSite &place) {
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

TimeLowering::Result TimeLowering::lowerTimestep(const ast::TimestepStatement &timestep) {
  const std::string what = "the time step " + quoted(timestep.name.text);
  if (purpose == Purpose::Constant) // a time step made of constants is a constant
    return lowerNumber(timestep.value, {}, what);
  return onHost([&] { return lowerNumber(timestep.value, {}, what); });
}

/// Lowers an entry of a time series, such as `wavelet[step-1]`.
TimeLowering::Result TimeLowering::lowerSeries(SymbolId id, const ast::Access &access,
                                               llvm::SMRange range, const UseSite &place) {
  if (!isAllowed(SymbolKind::Series, access.base.text, range, place))
    return std::nullopt;
  const auto declared = unit.series.find(id);
  if (declared != unit.series.end() && unit.program.series[declared->second].isOfPoints) {
    error(place, range, diag::SeriesOfPoints, access.base.text);
    return std::nullopt;
  }
  if (access.shifts.size() != 1 || !access.members.empty() ||
      access.shifts.front().axis.text != "step") {
    error(place, range, diag::SeriesIndex, access.base.text);
    return std::nullopt;
  }
  const ast::Shift &shift = access.shifts.front();
  const auto by = evaluateCells(unit, shift.amount, shift.range, "a shift of steps", place.frame);
  const auto found = unit.series.find(id);
  if (!by || found == unit.series.end())
    return std::nullopt;
  return onHost(
      [&]() -> Result { return builder.seriesValue(found->second, *by + place.shift.time); });
}

void declareTime(Unit &unit) {
  unit.timestep = onlyOne<ast::TimestepStatement>(unit, "timestep");
  std::set<std::string> ofPoints;
  forEach<ast::SourceStatement>(unit.stencil, [&](const auto &source, const auto &) {
    if (source.times.valid())
      if (const auto *access = std::get_if<ast::Access>(&unit.stencil.exprs[source.times].node))
        ofPoints.insert(access->base.text);
  });
  forEach<ast::SeriesStatement>(
      unit.stencil, [&](const ast::SeriesStatement &series, const ast::Statement &statement) {
        const auto id = unit.symbols.find(series.name.text);
        if (!id || unit.symbols[*id].declared.Start != series.name.range.Start)
          return; // the name is taken, which was reported
        unit.series.emplace(*id, unit.program.series.add({series.name.text, series.file,
                                                          unit.diags.lineOf(statement.range.Start),
                                                          ofPoints.contains(series.name.text)}));
      });
}

void checkTimestep(Unit &unit) {
  if (!unit.timestep)
    return;
  ir::Program scratch; // only for the check; it is lowered again where it is used
  scratch.axes = unit.program.axes;
  scratch.params = unit.program.params;
  Lowering lowering(unit, scratch, Purpose::Timestep);
  lowering.lowerNumber(unit.timestep->value, {},
                       "the time step " + quoted(unit.timestep->name.text));
}

/// Lowers the value that a global (scalar computed in each time step) had in the step before, such
/// as `rr[t-1]`. A shifted `let` uses it, too: with `let a = 2 * rr;`, `a[t-1]` is `2 * rr[t-1]`.
/// Returns nullopt after it has reported an error.
TimeLowering::Result TimeLowering::lowerPreviousValue(SymbolId id, llvm::SMRange range,
                                                      const UseSite &place) {
  const Symbol &symbol = unit.symbols[id];
  if (place.shift.time != -1) {
    errorWithHint(
        place, range, symbol.declared,
        "only the value of the step before is stored, '" + symbol.name +
            "[t-1]'; if a let is shifted, pass the shifted value to a function, as in 'fn f(q) = " +
            symbol.name + " * q;' and 'f(u[t+1])'",
        diag::GlobalInTime, symbol.name);
    return std::nullopt;
  }
  const auto kept = unit.kept.find(id);
  if (kept == unit.kept.end()) {
    errorWithHint(place, range, symbol.declared,
                  "after its value write the one before the first step, as in 'global " +
                      symbol.name + " = ... init 1;'",
                  diag::GlobalNotKept, symbol.name);
    return std::nullopt;
  }
  if (purpose == Purpose::Coefficient) // the value is only checked
    return builder.stepNumber();
  unit.keptRead.insert(kept->second);
  return onHost([&]() -> Result { return builder.earlier(kept->second); });
}

TimeLowering::Result TimeLowering::lowerGlobal(SymbolId id, llvm::SMRange range,
                                               const UseSite &place) {
  const Symbol &symbol = unit.symbols[id];
  if (unit.within.isFirst) {
    error(place, range, diag::NotAvailable, quoted(symbol.name), "the first value of a number",
          "it is computed in later steps");
    return std::nullopt;
  }
  if (place.shift.time != 0)
    return lowerPreviousValue(id, range, place);
  if (purpose == Purpose::Coefficient) // the value is only checked, before globals are lowered
    return builder.stepNumber();
  const auto found = unit.globals.find(id);
  if (found != unit.globals.end())
    return found->second.valid() ? Result(builder.hosted({found->second})) : std::nullopt;
  errorWithHint(
      place, range, symbol.declared,
      "it is computed here, from the cells after the updates above; move this statement up",
      diag::GlobalBefore, symbol.name);
  return std::nullopt;
}

} // namespace stencilc::sema
