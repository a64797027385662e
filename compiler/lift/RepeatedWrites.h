/// \file Checks assignments to cells that several iterations of a loop repeat.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Returns whether each repeated assignment to a cell, in every iteration of some loop, is the same
/// as a single one. The loop nest must use the array nowhere else, and write nothing that the value
/// reads. Reports the first assignment that fails.
bool checkRepeatedWrites(const Step &step, Diagnostics &diags);

} // namespace stencilc::lift
