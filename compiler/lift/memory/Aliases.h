/// \file Checks whether arrays that a time step of a C program uses may overlap in memory.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Checks that no array that a time step writes overlaps in memory with another array of the step.
/// `uses[a]` is true if the step uses array number `a`. Reports and returns false if two pointer
/// parameters may overlap. Other pointers are assumed not to overlap: `step.notes` says so.
bool checkAliases(Step &step, const std::vector<bool> &uses, Diagnostics &diags);

} // namespace stencilc::lift
