/// \file Declares fields: storage type, time levels, axes, and position of the values in the cell.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Declares every field and profile (values along some axes only), without boundaries and initial
/// values. Reports unknown types and invalid numbers of time levels. Precondition: the precision of
/// the program is set.
void declareFields(Unit &unit);

} // namespace stencilc::sema
