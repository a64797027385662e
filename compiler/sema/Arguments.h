/// \file Follows the name of a function argument to the expression that the caller passed, while
/// the call is being expanded.
#pragma once

#include "sema/Unit.h"
#include "sema/names/Scopes.h"

namespace stencilc::sema {

/// Returns the symbol that the expression `id` names. If it is the name of a function argument,
/// follows it to the expression that the caller passed. Returns nullopt for expressions that are no
/// name.
std::optional<SymbolId> namedSymbol(const Unit &unit, ast::ExprId id, const Frame *frame);
/// Returns the expression `id` itself. If it is the name of a function argument, returns the
/// expression that the caller passed.
ast::ExprId argumentOf(const ast::Stencil &stencil, ast::ExprId id, const Frame *frame);
/// Returns whether the expression `id` is a neighbourhood, written inline such as `star(1)` or
/// given by name.
bool isNeighbourhood(const Unit &unit, ast::ExprId id, const Frame *frame);
/// Returns the time series that `name` denotes. If `name` is a function argument, it is the series
/// that the caller passed. Returns nullopt if there is none.
std::optional<SymbolId> namedSeries(const Unit &unit, const ast::Identifier &name,
                                    const Frame *frame);

} // namespace stencilc::sema
