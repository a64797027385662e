/// \file Evaluates numbers of cells.
#include "sema/Cells.h"
#include "sema/Constants.h"
#include "support/Match.h"
#include <cmath>

namespace stencilc::sema {

namespace {

/// The first name in an expression that stands for no number known when compiling.
std::optional<SymbolId> findVariable(const Unit &unit, ast::ExprId id) {
  using Found = std::optional<SymbolId>;
  const auto ofName = [&](const ast::Identifier &name) -> Found {
    const Found symbol = unit.symbols.find(name.text);
    if (!symbol)
      return std::nullopt; // reported by resolveUses
    const SymbolKind kind = unit.symbols[*symbol].kind;
    return kind == SymbolKind::Constant || kind == SymbolKind::Pi ? Found() : symbol;
  };
  return match(
      unit.stencil.exprs[id].node, [](const ast::Number &) -> Found { return std::nullopt; },
      [&](const ast::Name &e) { return ofName(e.name); },
      [&](const ast::Access &e) { return ofName(e.base); },
      [&](const ast::Call &e) {
        Found found;
        for (ast::ExprId argument : e.arguments)
          if (!found)
            found = findVariable(unit, argument);
        return found;
      },
      [](const ast::InlineNeighbourhood &) -> Found { return std::nullopt; },
      [&](const ast::Unary &e) { return findVariable(unit, e.operand); },
      [&](const ast::Binary &e) {
        const Found left = findVariable(unit, e.lhs);
        return left ? left : findVariable(unit, e.rhs);
      });
}

std::optional<std::int64_t> compute(Unit &unit, ast::ExprId id, llvm::SMRange range,
                                    llvm::StringRef what) {
  if (const auto variable = findVariable(unit, id)) {
    const Symbol &symbol = unit.symbols[*variable];
    const bool isRunTime = symbol.kind == SymbolKind::Param || symbol.kind == SymbolKind::Size;
    unit.diags
        .report(range, diag::OffsetNotConstant, what,
                ", and '" + symbol.name + "' is " + describe(symbol.kind).str())
        .note({}, diag::Hint,
              isRunTime
                  ? "a 'const' is known when compiling"
                  : "the compiler must know every neighbour to load it ahead; to choose between "
                    "neighbours by a value write 'select(condition, u[x-1], u[x+1])'");
    return std::nullopt;
  }
  const std::optional<double> value = evaluateConstant(unit, id, what);
  if (!value)
    return std::nullopt;
  constexpr double kFar = 1e9; // too far by all rules, and still exact as an integer
  if (std::floor(*value) == *value)
    return static_cast<std::int64_t>(std::min(std::max(*value, -kFar), kFar));
  unit.diags.report(range, diag::OffsetNotWhole, what, toText(*value))
      .note({}, diag::Hint,
            "for values between cells declare the field at the cells and let cell i stand for the "
            "face i+1/2");
  return std::nullopt;
}

} // namespace

std::optional<std::int64_t> evaluateCells(Unit &unit, const ast::Cells &cells, llvm::SMRange range,
                                          llvm::StringRef what) {
  if (!cells.value.valid())
    return cells.number;
  const auto known = unit.cells.find(cells.value);
  if (known != unit.cells.end())
    return known->second;
  return unit.cells[cells.value] = compute(unit, cells.value, range, what);
}

} // namespace stencilc::sema
