/// \file Warnings about expressions that are legal and seldom meant.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Warns where a derivative is divided by the spacing once more, and where the exponent of a power
/// is a field that is updated.
void warnSuspicious(const Unit &unit);

} // namespace stencilc::sema
