/// \file What an expression names, through the arguments of functions being expanded.
#pragma once

#include "sema/Scopes.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// The symbol that an argument is the name of; nothing if it is no name.
std::optional<SymbolId> namedSymbol(const Unit &unit, ast::ExprId id, const Frame *frame);
/// The expression that an argument stands for.
ast::ExprId argumentOf(const ast::Stencil &stencil, ast::ExprId id, const Frame *frame);
/// Whether an argument is a neighbourhood, by its name or written out.
bool isNeighbourhood(const Unit &unit, ast::ExprId id, const Frame *frame);
/// The series that a name stands for.
std::optional<SymbolId> namedSeries(const Unit &unit, const ast::Identifier &name,
                                    const Frame *frame);

} // namespace stencilc::sema
