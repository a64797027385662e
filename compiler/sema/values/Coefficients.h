/// \file Coefficient tables: one coefficient for each offset of a neighbourhood.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Builds every coefficient table: assigns its entries, given by distance or by offset, to the
/// offsets of its neighbourhood. Reports offsets without a coefficient or with two, entries that
/// match no offset, keys with a wrong number of axes, and invalid coefficients.
void buildCoefficients(Unit &unit);

/// Returns the coefficient table that the symbol `id` names, or null if its declaration has an
/// error. A table is built on first use, because coefficients can use other tables. Precondition:
/// no definition is cyclic.
const CoefficientTable *tableNamed(Unit &unit, SymbolId id);

} // namespace stencilc::sema
