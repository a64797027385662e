/// \file Finds the position in the cell of the values of an expression, on a staggered grid: at the
/// cell, or half a cell away.
#pragma once

#include "sema/Unit.h"
#include "sema/names/Scopes.h"

namespace stencilc::sema {

/// Position in the cell of the values of an expression, on a staggered grid: at the cell, or half a
/// cell away along some axes.
struct ValuesAt {
  Offset place; // in half cells from the cells
  /// Bit mask of the axes along which the expression has a value at both ends of each cell: one
  /// value more than the grid has cells.
  unsigned faces = 0;
};
/// Returns the position in the cell of the values of an expression. It is the position of the first
/// field in the expression. Returns nullopt if the expression contains no field.
std::optional<ValuesAt> whereOf(Unit &unit, ast::ExprId id, const Frame *frame);

} // namespace stencilc::sema
