/// \file Where the cells of a field lie in the memory of the C array that it was.
#pragma once

#include "lift/Fields.h"

namespace stencilc::lift {

/// Why the cells of the grid are no rows of the array's memory, from its first cell on: its rim is
/// left out, it has fewer indices or cells than the grid, or its components alternate. Nothing if
/// they are.
std::optional<std::string> otherMemory(const Step &step, const Fields &fields, int array);

/// The extent of an array along an axis of the grid, as far as the source tells it.
std::optional<Polynomial> extentAlong(const Array &array, const Fields &fields, int axis);

/// Whether the array has other extents than the grid, where its cells are still rows: it is larger
/// than loops to `n` go.
bool isLarger(const Step &step, const Fields &fields, int array);

/// The array of the C file that holds `array`: itself, or the whole that it is a component of.
int wholeOf(const Step &step, int array);

/// The grids that lie before a component in the whole array; else 0.
std::int64_t gridsBefore(const Step &step, int array);

/// The grids that a whole array has, as far as its components tell, and one of these; itself if it
/// has none.
struct Grids {
  int component = -1;
  std::int64_t count = 1;
};
Grids gridsIn(const Step &step, int array);

} // namespace stencilc::lift
