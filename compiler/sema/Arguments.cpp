/// \file Follows the name of a function argument to the expression that the caller passed, while
/// the call is being expanded.
#include "sema/Arguments.h"

namespace stencilc::sema {

std::optional<SymbolId> namedSymbol(const Unit &unit, ast::ExprId id, const Frame *frame) {
  const auto *name = std::get_if<ast::Name>(&unit.stencil.exprs[id].node);
  if (!name)
    return std::nullopt;
  if (const auto local = findLocal(frame, name->name.text))
    return local->isIndex() ? std::nullopt
                            : namedSymbol(unit, local->value(), local->frame->caller);
  return unit.symbols.find(name->name.text);
}

ast::ExprId argumentOf(const ast::Stencil &stencil, ast::ExprId id, const Frame *frame) {
  const auto *name = std::get_if<ast::Name>(&stencil.exprs[id].node);
  const auto local = name ? findLocal(frame, name->name.text) : std::nullopt;
  return local && !local->isIndex() ? argumentOf(stencil, local->value(), local->frame->caller)
                                    : id;
}

bool isNeighbourhood(const Unit &unit, ast::ExprId id, const Frame *frame) {
  const ast::ExprId argument = argumentOf(unit.stencil, id, frame);
  if (std::holds_alternative<ast::InlineNeighbourhood>(unit.stencil.exprs[argument].node))
    return true;
  const auto symbol = namedSymbol(unit, id, frame);
  return symbol && (unit.symbols[*symbol].kind == SymbolKind::Neighbourhood ||
                    unit.symbols[*symbol].kind == SymbolKind::Centre);
}

std::optional<SymbolId> namedSeries(const Unit &unit, const ast::Identifier &name,
                                    const Frame *frame) {
  std::optional<SymbolId> symbol = unit.symbols.find(name.text);
  if (const auto local = findLocal(frame, name.text))
    symbol =
        local->isIndex() ? std::nullopt : namedSymbol(unit, local->value(), local->frame->caller);
  return symbol && unit.symbols[*symbol].kind == SymbolKind::Series ? symbol : std::nullopt;
}

} // namespace stencilc::sema
