/// \file Warns about expressions that are legal but probably wrong.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Warns about derivatives that are divided by the spacing again, and about powers whose base and
/// exponent are updated fields.
void warnSuspicious(const Unit &unit);

} // namespace stencilc::sema
