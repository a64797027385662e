/// \file Where expressions have values: in the cells, or half a cell beside them.
#pragma once

#include "sema/Scopes.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Where an expression has values, in half cells: where what it reads first has. Nothing if it
/// reads nothing that has a place.
std::optional<Offset> whereOf(Unit &unit, ast::ExprId id, const Frame *frame);

} // namespace stencilc::sema
