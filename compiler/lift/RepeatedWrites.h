/// \file Cells that a loop writes again in every turn.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Whether a loop over cells that writes one cell in every turn leaves in it what a single write
/// would: its nest neither reads nor writes the array elsewhere, and writes nothing that the value
/// reads. Reports the first write for which that is not so.
bool checkRepeatedWrites(const Step &step, Diagnostics &diags);

} // namespace stencilc::lift
