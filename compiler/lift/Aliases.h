/// \file Checks whether arrays of a C step may overlap in memory.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Returns whether no array that a time step writes may overlap in memory with another array that
/// it uses. `uses[a]` says whether the step uses array `a`. Reports a diagnostic and returns false
/// if two pointer parameters may overlap. Other pointers are assumed not to overlap, and
/// `step.notes` says so.
bool checkAliases(Step &step, const std::vector<bool> &uses, Diagnostics &diags);

} // namespace stencilc::lift
