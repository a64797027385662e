/// \file What is saved while a program runs.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Lowers every `save`, each field of one by itself, and what a time step is, which files tell
/// beside the number of steps. Needs all fields.
void lowerSaves(Unit &unit);

} // namespace stencilc::sema
