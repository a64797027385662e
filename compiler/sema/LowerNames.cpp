/// \file Lowers names in expressions, with or without an index list in brackets.
#include "sema/Arguments.h"
#include "sema/NameLowering.h"

namespace stencilc::sema {

NameLowering::Result NameLowering::lowerName(const ast::Identifier &name, const UseSite &place) {
  if (const auto local = findLocal(place.frame, name.text))
    return lowerLocal(*local, place);
  if (const auto symbol = unit.symbols.find(name.text))
    return lowerSymbol(*symbol, name, name.range, place);
  return std::nullopt; // reported by resolveUses
}

NameLowering::Result NameLowering::lowerAccess(const ast::Access &access, llvm::SMRange range,
                                               const UseSite &place) {
  if (const auto series = namedSeries(unit, access.base, place.frame))
    return lowerSeries(*series, access, range, place);
  const std::optional<Displacement> own = resolveShifts(unit, access.shifts, place.frame);
  if (!own)
    return std::nullopt;
  const UseSite shifted{place.shift + *own, place.frame};
  if (!checkReach(shifted.shift.offset, range, place))
    return std::nullopt;
  if (const auto local = findLocal(place.frame, access.base.text)) {
    if (local->isIndex()) {
      error(place, range, diag::NotShiftable, access.base.text, "an index");
      return std::nullopt;
    }
    if (access.members.empty())
      return lowerArgument(*local, shifted);
    if (const auto named = namedSymbol(unit, local->value(), local->frame->caller))
      return lowerIndexed(*named, access, range, place, shifted);
    error(place, range, diag::NotAGroup, access.base.text, "an argument that is no group here");
    return std::nullopt;
  }
  const auto id = unit.symbols.find(access.base.text);
  if (!id)
    return std::nullopt;
  if (!access.members.empty())
    return lowerIndexed(*id, access, range, place, shifted);
  return lowerShifted(*id, access, range, place, shifted);
}

/// Lowers the value of symbol `id` at the displacement that the index list of `access` gives.
NameLowering::Result NameLowering::lowerShifted(SymbolId id, const ast::Access &access,
                                                llvm::SMRange range, const UseSite &place,
                                                const UseSite &shifted) {
  const Symbol &symbol = unit.symbols[id];
  if (symbol.kind == SymbolKind::Group || symbol.kind == SymbolKind::Table) {
    reportWithoutNumber(id, range, place);
    return std::nullopt;
  }
  const bool isPreviousValue = symbol.kind == SymbolKind::Global && access.shifts.size() == 1 &&
                               access.shifts.front().axis.text == "t" && shifted.shift.time != 0;
  if (symbol.kind != SymbolKind::Field && symbol.kind != SymbolKind::Let &&
      symbol.kind != SymbolKind::Region && !isPreviousValue) {
    errorWithHint(place, range, range,
                  symbol.kind == SymbolKind::Axis
                      ? "write '" + symbol.name + " + 1' for the position of a neighbour"
                      : "leave out the index",
                  diag::NotShiftable, symbol.name, describe(symbol.kind));
    return std::nullopt;
  }
  const auto field = unit.fields.find(id);
  const bool isConstant =
      unit.profiles.contains(id) ||
      (field != unit.fields.end() && unit.program.fields[field->second].isConstant);
  if (isConstant) {
    for (const ast::Shift &shift : access.shifts) {
      if (shift.axis.text == "t") {
        errorWithHint(place, shift.range, symbol.declared, "'" + symbol.name + "' declared here",
                      diag::ConstantFieldInTime, symbol.name);
        return std::nullopt;
      }
    }
  }
  return lowerSymbol(id, access.base, range, shifted);
}

} // namespace stencilc::sema
