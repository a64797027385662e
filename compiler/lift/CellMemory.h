/// \file Where the cells of a field lie in the memory of the C array that it was.
#pragma once

#include "lift/Fields.h"

namespace stencilc::lift {

/// Why the cells of the grid are not those of the array's memory, one after another: its rim is
/// left out, it has fewer indices or cells than the grid, or its components alternate. Nothing if
/// they are.
std::optional<std::string> otherMemory(const Step &step, const Fields &fields, int array);

/// The array of the C file that holds `array`: itself, or the whole that it is a component of.
int wholeOf(const Step &step, int array);

/// Of a component, the grids that lie before it in the whole array; else 0.
std::int64_t gridsBefore(const Step &step, int array);

/// The grids that a whole array has, as far as its components tell; 1 if it has none.
std::int64_t gridsIn(const Step &step, int array);

} // namespace stencilc::lift
