/// \file Finds where expressions have values: at the cells, or half a cell beside them.
#pragma once

#include "sema/Scopes.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Place of the values of an expression.
struct ValuesAt {
  Offset place; // in half cells from the cells
  /// Axes along which there is one value more than there are cells, as bits.
  unsigned faces = 0;
};
/// Returns the place of the values of an expression, which is that of the first field in it.
/// Returns nullopt if it contains no field.
std::optional<ValuesAt> whereOf(Unit &unit, ast::ExprId id, const Frame *frame);

} // namespace stencilc::sema
