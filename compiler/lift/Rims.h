/// \file Replaces loops that set the rim of arrays in every step by boundary conditions of the
/// language.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// Returns `step` without its rim, with boundaries instead, if these give every value that is read
/// from the rim. Returns `nullopt` otherwise. `extents` are those of the grid, outermost first.
std::optional<Step> withoutRims(const Step &step, const std::vector<Polynomial> &extents);

} // namespace stencilc::lift
