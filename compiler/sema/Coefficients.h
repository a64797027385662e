/// \file Coefficient tables: one coefficient for each offset of a neighbourhood.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Spreads the entries of every table, by distance or by offset, over its neighbourhood. Reports
/// offsets without a coefficient, entries that meet no offset or one that has a coefficient
/// already, keys of the wrong rank, and coefficients that are wrong wherever the table is applied.
void buildCoefficients(Unit &unit);

/// The table `id` names, built when it is first asked for, since the coefficients of one may apply
/// another; null if it was reported as wrong. No table leads back to itself (checkNoCycles).
const CoefficientTable *tableNamed(Unit &unit, SymbolId id);

} // namespace stencilc::sema
