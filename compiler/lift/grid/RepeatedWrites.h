/// \file Checks assignments to the same cell in several iterations of a loop.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Checks that each assignment that a loop repeats for the same cell has the effect of a single
/// one. The loop nest must use the array nowhere else, and write nothing that the value reads.
/// Otherwise reports the assignment and returns false.
bool checkRepeatedWrites(const Step &step, Diagnostics &diags);

} // namespace stencilc::lift
