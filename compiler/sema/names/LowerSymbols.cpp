/// \file Lowers the value of a name, for each kind of name.
#include "sema/NameLowering.h"

namespace stencilc::sema {

NameLowering::Result NameLowering::lowerSymbol(SymbolId id, const ast::Identifier &name,
                                               llvm::SMRange range, const UseSite &place) {
  const Symbol &symbol = unit.symbols[id];
  if (!isAllowed(symbol.kind, name.text, range, place))
    return std::nullopt;
  const auto notAValue = [&](llvm::StringRef instead) -> Result {
    error(place, range, diag::NotAValue, name.text, describe(symbol.kind), instead);
    return std::nullopt;
  };
  switch (symbol.kind) {
  case SymbolKind::Axis:
    return hasAxis(symbol.axis, range, place)
               ? Result(positionAt(symbol.axis, place.shift.halves()[symbol.axis]))
               : std::nullopt;
  case SymbolKind::Size:
    return cellsAlong(symbol.axis);
  case SymbolKind::Pi:
    return builder.constant(3.14159265358979323846);
  case SymbolKind::Constant: {
    const auto found = unit.constants.find(id);
    return found == unit.constants.end() ? Result() : builder.constant(found->second);
  }
  case SymbolKind::Step:
    return lowerStep(place);
  case SymbolKind::Elapsed:
    return lowerElapsed(range, place);
  case SymbolKind::Timestep:
    return lowerTimestep(std::get<ast::TimestepStatement>(symbol.statement->node));
  case SymbolKind::Series:
    return notAValue("write '" + name.text + "[step]' for its number of the step");
  case SymbolKind::Param: {
    const auto found = unit.params.find(id);
    return found == unit.params.end() ? Result() : builder.param(found->second);
  }
  case SymbolKind::Field:
    return lowerRead(id, range, place);
  case SymbolKind::Group:
  case SymbolKind::Table:
    reportWithoutNumber(id, range, place);
    return std::nullopt;
  case SymbolKind::Let:
    return lowerLet(id, std::get<ast::LetStatement>(symbol.statement->node), place);
  case SymbolKind::Region:
    return lowerRegion(id, std::get<ast::RegionStatement>(symbol.statement->node), place);
  case SymbolKind::Global:
    return lowerGlobal(id, range, place);
  case SymbolKind::Report:
    if (purpose == Purpose::Check)
      return lowerReport(id, std::get<ast::ReportStatement>(symbol.statement->node));
    return notAValue("it is allowed only in 'until' and in other reports");
  case SymbolKind::Source:
    return notAValue("write its value where it is needed");
  case SymbolKind::Receiver:
    return notAValue("its traces are written to a file; read the field instead");
  case SymbolKind::Time:
    return notAValue(
        "it is allowed only in an index, as in 'u[t-1]'; to compute with time write 'step', the "
        "number of steps done, or 'time', which is step * dt with a 'timestep dt = 0.001;'");
  case SymbolKind::Centre:
  case SymbolKind::Neighbourhood:
    return notAValue("write for example 'sum(" + name.text + ", u)'");
  case SymbolKind::Coefficient:
    return notAValue("write 'apply(" + name.text + ", u)'");
  case SymbolKind::Builtin:
  case SymbolKind::Function:
    return notAValue("call it with its arguments in parentheses");
  }
  llvm_unreachable("unknown kind of symbol");
}

NameLowering::Result NameLowering::lowerLet(SymbolId id, const ast::LetStatement &let,
                                            const UseSite &place) {
  const auto known = lets.find({id, place.shift});
  if (known != lets.end())
    return known->second;
  // A let is evaluated in the scope of its declaration, which is outside of any function.
  const Result value = lower(let.value, {place.shift, nullptr});
  lets.emplace(std::pair(id, place.shift), value);
  if (value && place.shift == Displacement::ofHalves(start))
    namedLets.try_emplace(value->id, let.name.text);
  return value;
}

NameLowering::Result NameLowering::lowerRegion(SymbolId id, const ast::RegionStatement &region,
                                               const UseSite &place) {
  const auto known = lets.find({id, place.shift});
  if (known != lets.end())
    return known->second;
  const UseSite atRegion{place.shift, nullptr}; // outside of any function, like a let
  const Result value =
      lowerCondition(region.condition, atRegion, "the region " + quoted(region.name.text));
  lets.emplace(std::pair(id, place.shift), value);
  if (value && place.shift == Displacement::ofHalves(start))
    namedLets.try_emplace(value->id, region.name.text);
  return value;
}

NameLowering::Result NameLowering::lowerReport(SymbolId id, const ast::ReportStatement &report) {
  const auto known = lets.find({id, {}});
  if (known != lets.end())
    return known->second;
  const Result value = lowerNumber(report.value, {}, "the value of the report");
  lets.emplace(std::pair(id, Displacement()), value);
  return value;
}

/// Lowers a function argument or an index variable. The value of an index variable counts as a
/// whole number, like the variable of a loop in C.
NameLowering::Result NameLowering::lowerLocal(const Local &local, const UseSite &place) {
  if (local.isIndex())
    return builder.literal(static_cast<double>(local.frame->number), 0, /*isWhole=*/true);
  return lowerArgument(local, place);
}

NameLowering::Result NameLowering::lowerArgument(const Local &argument, const UseSite &place) {
  const Frame &frame = *argument.frame;
  const auto lowerNow = [&] { return lower(argument.value(), {place.shift, frame.caller}); };
  // Not cached, because each constant is computed in a separate program.
  if (purpose == Purpose::Constant)
    return lowerNow();
  const std::tuple key(argument.argument, place.shift, purpose);
  const auto known = frame.lowered.find(key);
  if (known != frame.lowered.end())
    return known->second;
  const Result value = lowerNow();
  frame.lowered.emplace(key, value);
  return value;
}

} // namespace stencilc::sema
