/// \file Lowers `save` statements, which write fields to files during a run.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Lowers every `save` statement to one SaveDecl for each field. Also lowers the length of the time
/// step, from which files get the physical time. Precondition: all fields are declared.
void lowerSaves(Unit &unit);

} // namespace stencilc::sema
