/// \file Coefficient tables: one coefficient for each offset of a neighbourhood.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Spreads the entries of every table, by distance or by offset, over its neighbourhood. Reports
/// offsets without a coefficient, entries that meet no offset or one that has a coefficient
/// already, keys of the wrong rank, and coefficients that differ from cell to cell.
void buildCoefficients(Unit &unit);

} // namespace stencilc::sema
