/// \file Checks whether arrays of a C step may overlap in memory.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Returns whether no array that the step writes may overlap another array that it uses. `uses[a]`
/// says whether the step uses array `a`. Reports a diagnostic and returns false if two pointer
/// parameters may overlap. If other pointers are only assumed to be apart, the assumption is added
/// to `step.notes`.
bool checkAliases(Step &step, const std::vector<bool> &uses, Diagnostics &diags);

} // namespace stencilc::lift
