/// \file Checks cells that several iterations of a loop write.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Returns whether writing a cell in every iteration of a loop has the same result as writing it
/// once. This needs a nest that uses the array nowhere else and writes nothing that the value
/// reads. Reports the first write that fails.
bool checkRepeatedWrites(const Step &step, Diagnostics &diags);

} // namespace stencilc::lift
