/// \file Loops that set the rim of arrays in every step, as boundaries of the language.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// The step on the cells inside the rim, if every value that it reads from a rim is what a boundary
/// gives there; nothing otherwise. `extents` are those of the grid, outermost first; the first
/// arrays of `whole` have an index for each axis.
std::optional<Step> withoutRims(const Step &step, const std::vector<Polynomial> &extents);

} // namespace stencilc::lift
