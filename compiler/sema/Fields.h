/// \file Field declarations: storage type, time levels, constancy.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Declares every field, still without boundaries and initial values. Reports unknown types and
/// impossible numbers of time levels. Needs the precision of the program.
void declareFields(Unit &unit);

} // namespace stencilc::sema
