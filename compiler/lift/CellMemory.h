/// \file The memory layout of a field's cells in the C array that the field comes from.
#pragma once

#include "lift/Fields.h"

namespace stencilc::lift {

/// Returns why the memory of `array` does not hold the grid's cells row by row, as an English
/// clause; `nullopt` if it does. Reasons: its rim is left out, it has fewer indices or another size
/// than the grid, or its components are interleaved.
std::optional<std::string> otherMemory(const Step &step, const Fields &fields, int array);

/// Returns the extent of `array` along `axis` of the grid, 0 for x; `nullopt` if the C file does
/// not tell it.
std::optional<Polynomial> extentAlong(const Array &array, const Fields &fields, int axis);

/// Returns whether `array` has other extents than the grid, for example because its loops end at
/// `n` and the array is larger. The cells of the grid are still rows of such an array.
bool isLarger(const Step &step, const Fields &fields, int array);

/// Returns the array of the C file that contains `array`. For a component, such as `f[3]` of
/// `f[9][NY][NX]`, this is the undivided array; otherwise `array` itself.
int wholeOf(const Step &step, int array);

/// Returns how many grids of cells lie before component `array` in its undivided C array, such as 3
/// for `f[3]` of `f[9][NY][NX]`; 0 for an array without components.
std::int64_t gridsBefore(const Step &step, int array);

/// The number of grids of cells in a C array, as far as its components tell. `component` is the
/// number of one component array, or of the array itself if it has no components.
struct Grids {
  int component = -1;
  std::int64_t count = 1;
};
Grids gridsIn(const Step &step, int array);

} // namespace stencilc::lift
