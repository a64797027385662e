/// \file Lowers members of groups of fields, such as `f[3]`, and entries of tables of constants.
#include "sema/NameLowering.h"
#include "sema/names/Groups.h"
#include "support/Match.h"

namespace stencilc::sema {

/// Returns the leftmost name in an expression, or null if it does not begin with a name.
static const ast::Identifier *firstName(const ast::Stencil &stencil, ast::ExprId id) {
  using Found = const ast::Identifier *;
  return match(
      stencil.exprs[id].node, [](const ast::Name &e) -> Found { return &e.name; },
      [](const ast::Access &e) -> Found { return &e.base; },
      [&](const ast::Binary &e) { return firstName(stencil, e.lhs); },
      [](const auto &) -> Found { return nullptr; });
}

/// Reports an index such as `u[j]` of a field that is not a group of fields. The user has usually
/// meant another axis.
void NameLowering::reportNoMembers(SymbolId id, const ast::Access &access, llvm::SMRange range,
                                   const UseSite &place) {
  const Symbol &symbol = unit.symbols[id];
  const bool isShiftable = symbol.kind == SymbolKind::Field || symbol.kind == SymbolKind::Let;
  if (!isShiftable) {
    errorWithHint(place, range, range, "leave out the index", diag::NotShiftable, symbol.name,
                  describe(symbol.kind));
    return;
  }
  const ast::Identifier *const first = firstName(unit.stencil, access.members.front());
  const auto named = first ? unit.symbols.find(first->text) : std::nullopt;
  const bool isNumber = !first || findLocal(place.frame, first->text) ||
                        (named && (unit.symbols[*named].kind == SymbolKind::Constant ||
                                   unit.symbols[*named].kind == SymbolKind::Table));
  if (!isNumber) {
    unit.axisOf(*first);
    return;
  }
  errorWithHint(place, unit.stencil.exprs[access.members.front()].range, symbol.declared,
                "a neighbour is named by its axis, as in '" + symbol.name + "[" +
                    unit.stencil.axes.front().text + "-1]'; 'field " + symbol.name +
                    "[9]' would declare nine fields",
                diag::NotAGroup, symbol.name, describe(symbol.kind));
}

void NameLowering::reportWithoutNumber(SymbolId id, llvm::SMRange range, const UseSite &place) {
  const Symbol &symbol = unit.symbols[id];
  const bool isGroup = symbol.kind == SymbolKind::Group;
  std::size_t size = 0;
  if (const auto group = unit.members.find(id); group != unit.members.end())
    size = group->second.size();
  if (const auto table = unit.tables.find(id); table != unit.tables.end())
    size = table->second.size();
  if (size == 0)
    return; // its declaration was reported
  errorWithHint(place, range, symbol.declared,
                "declared here; 'sum(i in 0 .. " + std::to_string(size - 1) + ", " + symbol.name +
                    "[i])' adds up all of them",
                diag::GroupWithoutMember, symbol.name,
                isGroup ? "a group of " + counted(size, "field")
                        : "a table of " + counted(size, "number"));
}

NameLowering::Result NameLowering::lowerIndexed(SymbolId id, const ast::Access &access,
                                                llvm::SMRange range, const UseSite &place,
                                                const UseSite &shifted) {
  const SymbolKind kind = unit.symbols[id].kind;
  if (kind == SymbolKind::Table)
    return lowerEntry(id, access, range, place);
  if (kind != SymbolKind::Group) {
    reportNoMembers(id, access, range, place);
    return std::nullopt;
  }
  // Checked first, because members are not yet known when tables are evaluated.
  if (!isAllowed(SymbolKind::Field, access.base.text, range, place))
    return std::nullopt;
  const auto members = unit.members.find(id);
  if (members == unit.members.end())
    return std::nullopt;
  const auto number = numberOf(unit, access, members->second.size(), "member", place.frame);
  return number ? lowerShifted(members->second[*number], access, range, place, shifted) : Result();
}

/// Lowers an entry of a table of constants. Names in the entry are looked up where the table is
/// declared.
NameLowering::Result NameLowering::lowerEntry(SymbolId id, const ast::Access &access,
                                              llvm::SMRange range, const UseSite &place) {
  const Symbol &symbol = unit.symbols[id];
  if (!access.shifts.empty()) {
    errorWithHint(place, range, range, "leave out all but the number", diag::NotShiftable,
                  symbol.name, describe(symbol.kind));
    return std::nullopt;
  }
  const auto table = unit.tables.find(id);
  if (table == unit.tables.end())
    return std::nullopt;
  const auto number = numberOf(unit, access, table->second.size(), "entry", place.frame);
  if (!number)
    return std::nullopt;
  const Coefficient &entry = table->second[*number];
  if (entry.known)
    return builder.constant(*entry.known);
  const Result value = lowerNumber(entry.expr, {}, "an entry of a table");
  return value ? Result(builder.named(*value)) : std::nullopt;
}

} // namespace stencilc::sema
