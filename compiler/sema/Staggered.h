/// \file Where expressions have values: in the cells, or half a cell beside them.
#pragma once

#include "sema/Scopes.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Where an expression has its values.
struct ValuesAt {
  Offset place;       // in half cells from the cells
  unsigned faces = 0; // axes along which there is one value more than there are cells, as bits
};
/// Finds where an expression has values: where the first field in it has. Returns `nullopt` if it
/// reads nothing that has a place.
std::optional<ValuesAt> whereOf(Unit &unit, ast::ExprId id, const Frame *frame);

} // namespace stencilc::sema
