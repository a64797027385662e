/// \file Evaluates numbers of cells, such as radii and offsets: digits, or constant expressions.
#include "sema/values/Cells.h"
#include "sema/names/Scopes.h"
#include "sema/values/Constants.h"
#include "support/Match.h"
#include <cmath>

namespace stencilc::sema {

namespace {

/// Returns the symbol of the first name in an expression whose value is not known at compile time.
/// Returns nullopt if there is none.
std::optional<SymbolId> findVariable(const Unit &unit, ast::ExprId id, const Frame *frame) {
  using Found = std::optional<SymbolId>;
  const auto ofName = [&](const ast::Identifier &name) -> Found {
    if (const auto local = findLocal(frame, name.text))
      return local->isIndex() ? Found() : findVariable(unit, local->value(), local->frame->caller);
    const Found symbol = unit.symbols.find(name.text);
    if (!symbol)
      return std::nullopt; // reported by resolveUses
    const SymbolKind kind = unit.symbols[*symbol].kind;
    const bool isKnown =
        kind == SymbolKind::Constant || kind == SymbolKind::Pi || kind == SymbolKind::Table;
    return isKnown ? Found() : symbol;
  };
  const auto ofAll = [&](const std::vector<ast::ExprId> &parts) {
    Found found;
    for (ast::ExprId part : parts)
      if (!found)
        found = findVariable(unit, part, frame);
    return found;
  };
  return match(
      unit.stencil.exprs[id].node, [](const ast::Number &) -> Found { return std::nullopt; },
      [&](const ast::Name &e) { return ofName(e.name); },
      [&](const ast::Access &e) {
        const Found base = ofName(e.base);
        return base ? base : ofAll(e.members);
      },
      [&](const ast::Call &e) { return ofAll(e.arguments); },
      [](const ast::InlineNeighbourhood &) -> Found { return std::nullopt; },
      [](const ast::InlineRange &) -> Found { return std::nullopt; },
      [&](const ast::Unary &e) { return findVariable(unit, e.operand, frame); },
      [&](const ast::Binary &e) { return ofAll({e.lhs, e.rhs}); });
}

/// Returns the advice for an error message about a number of cells that is not known at compile
/// time, because it depends on a symbol of kind `kind`. `isMember` is true for the number of a
/// member of a group of fields.
std::string instead(SymbolKind kind, bool isMember) {
  if (kind == SymbolKind::Param || kind == SymbolKind::Size)
    return "a 'const' is known when compiling";
  if (isMember)
    return "which member is read cannot differ from cell to cell; to choose between members by a "
           "value write 'select(condition, f[0], f[1])'";
  return "the compiler must know every neighbour to load it ahead; to choose between "
         "neighbours by a value write 'select(condition, u[x-1], u[x+1])'";
}

std::optional<std::int64_t> compute(Unit &unit, ast::ExprId id, llvm::SMRange range,
                                    llvm::StringRef what, const Frame *frame) {
  const bool isOffset = what == "an offset" || what == "a radius" || what == "a reach";
  if (const auto variable = findVariable(unit, id, frame)) {
    const Symbol &symbol = unit.symbols[*variable];
    if (!unit.isFirst(range, diag::OffsetNotConstant.id))
      return std::nullopt;
    auto report =
        unit.diags.report(range, diag::OffsetNotConstant, what,
                          ", and '" + symbol.name + "' is " + describe(symbol.kind).str());
    report.note({}, diag::Hint,
                what == "an order" ? "weights are computed when compiling, from a 'const'"
                                   : instead(symbol.kind, !isOffset));
    noteFrames(report, frame);
    return std::nullopt;
  }
  const std::optional<double> value = evaluateConstant(unit, id, what, frame);
  if (!value)
    return std::nullopt;
  // Beyond all limits, and still exact as an integer.
  constexpr double kFar = 1e9;
  if (std::floor(*value) == *value)
    return static_cast<std::int64_t>(std::min(std::max(*value, -kFar), kFar));
  if (!unit.isFirst(range, diag::OffsetNotWhole.id))
    return std::nullopt;
  auto report = isOffset ? unit.diags.report(range, diag::OffsetNotWhole, what, toText(*value))
                         : unit.diags.report(range, diag::OffsetNotConstant, what,
                                             ", and this is " + toText(*value));
  if (isOffset)
    report.note({}, diag::Hint,
                "values between cells are those of a field that lies there, 'field vx(x+1/2, y)', "
                "and are read by halves written as a fraction, 'vx[x+1/2]'");
  noteFrames(report, frame);
  return std::nullopt;
}

} // namespace

std::optional<std::int64_t> evaluateCells(Unit &unit, const ast::Cells &cells, llvm::SMRange range,
                                          llvm::StringRef what, const Frame *frame) {
  if (!cells.value.valid())
    return cells.number;
  if (frame) // the value depends on the frame and is not cached
    return compute(unit, cells.value, range, what, frame);
  const auto known = unit.cells.find(cells.value);
  if (known != unit.cells.end())
    return known->second;
  return unit.cells[cells.value] = compute(unit, cells.value, range, what, nullptr);
}

} // namespace stencilc::sema
