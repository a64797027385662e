/// \file Relates the cells of a field to the memory of the C array that the field was made from.
#pragma once

#include "lift/Fields.h"

namespace stencilc::lift {

/// Returns the reason, as an English clause, why the cells of the grid are not stored row by row
/// from the start of `array`; `nullopt` if they are. Reasons are a removed rim, fewer indices or
/// another size than the grid, and interleaved components.
std::optional<std::string> otherMemory(const Step &step, const Fields &fields, int array);

/// Returns the extent of `array` along `axis` of the grid, 0 for x; `nullopt` if the C file does
/// not tell it.
std::optional<Polynomial> extentAlong(const Array &array, const Fields &fields, int axis);

/// Returns whether `array` has other extents than the grid. It may be larger if the loops end at
/// `n` and not at its last cell; the grid's rows are then parts of the array's rows.
bool isLarger(const Step &step, const Fields &fields, int array);

/// Returns the array of the C file that contains `array`. For a component, such as `f[3]` of
/// `f[9][NY][NX]`, this is the undivided array; otherwise `array` itself.
int wholeOf(const Step &step, int array);

/// Returns how many grids of cells lie before component `array` in its undivided C array, such as 3
/// for `f[3]` of `f[9][NY][NX]`; 0 for an array without components.
std::int64_t gridsBefore(const Step &step, int array);

/// The number of grids that are stored in one C array, as in `f[9][NY][NX]`, as far as its accesses
/// tell. `component` is the number of one component array, or of the array itself if it has no
/// components.
struct Grids {
  int component = -1;
  std::int64_t count = 1;
};
Grids gridsIn(const Step &step, int array);

} // namespace stencilc::lift
