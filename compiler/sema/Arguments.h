/// \file Resolves names through the arguments of functions that are being expanded.
#pragma once

#include "sema/Scopes.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Returns the symbol whose name the expression is, or nullopt if the expression is not a name of a
/// symbol. Arguments of functions are replaced by their values.
std::optional<SymbolId> namedSymbol(const Unit &unit, ast::ExprId id, const Frame *frame);
/// Returns the expression `id`, or the value of the argument if `id` is the name of one.
ast::ExprId argumentOf(const ast::Stencil &stencil, ast::ExprId id, const Frame *frame);
/// Returns whether an expression is a neighbourhood: inline, or by name.
bool isNeighbourhood(const Unit &unit, ast::ExprId id, const Frame *frame);
/// Returns the series called `name`, directly or through an argument, or nullopt if it is not a
/// series.
std::optional<SymbolId> namedSeries(const Unit &unit, const ast::Identifier &name,
                                    const Frame *frame);

} // namespace stencilc::sema
