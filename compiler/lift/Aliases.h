/// \file Arrays that may lie in the same memory.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Whether no array that the step writes may overlap another one of those in `uses`, as far as the
/// source tells; false has been reported. What is taken for granted becomes a note of the step.
bool checkAliases(Step &step, const std::vector<bool> &uses, Diagnostics &diags);

} // namespace stencilc::lift
