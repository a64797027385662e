/// \file Lowers initial values of fields: `init expr;`, with the patterns `gaussian` and `random`.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Sets the initial value of every field: an expression that is computed in f64 and rounded once to
/// the storage type, or a file. Fields without `init` start at zero. Precondition: fields are
/// declared and constants evaluated.
void lowerInitialValues(Unit &unit);

} // namespace stencilc::sema
