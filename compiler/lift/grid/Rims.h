/// \file Replaces C loops that set the rim, the cells at the faces of arrays, by boundary
/// conditions of the stencil language.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// Returns `step` without its rim (cells at the faces that separate loops set) and with equivalent
/// boundary conditions. Returns `nullopt` if no boundary conditions give the same values. `extents`
/// has the extents of the grid in cells, outermost first.
std::optional<Step> withoutRims(const Step &step, const std::vector<Polynomial> &extents);

} // namespace stencilc::lift
