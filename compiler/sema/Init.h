/// \file Initial values of fields: `init expr;`, with the patterns `gaussian` and `random`.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Gives every field its initial value, computed in f64 and rounded once to the field's storage
/// type, or the file to read it from. Fields without `init` start at zero. Needs the fields
/// declared and constants evaluated.
void lowerInitialValues(Unit &unit);

} // namespace stencilc::sema
