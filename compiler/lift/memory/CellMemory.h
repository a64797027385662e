/// \file Layout of the cells of a field in the memory of the C array from which the field was made.
#pragma once

#include "lift/grid/Fields.h"

namespace stencilc::lift {

/// Returns the reason, as an English clause, why the cells of the grid are not stored row by row
/// from the start of `array`. Reasons are a removed rim (cells at faces), fewer indices or another
/// size than the grid, and interleaved components. Returns `nullopt` if the cells are stored row by
/// row.
std::optional<std::string> otherMemory(const Step &step, const Fields &fields, int array);

/// Returns the extent of `array`, in cells, along `axis` of the grid (0 for x). Returns `nullopt`
/// if the C file does not tell it.
std::optional<Polynomial> extentAlong(const Array &array, const Fields &fields, int axis);

/// Returns true if `array` has other extents than the grid, so that rows of the grid are parts of
/// its rows. Example: the loops end at `n`, and the array has more cells.
bool isLarger(const Step &step, const Fields &fields, int array);

/// Returns the number of the whole C array to which `array` belongs: `f` for a component such as
/// `f[3]` of `f[9][NY][NX]`. Returns `array` if it is no component.
int wholeOf(const Step &step, int array);

/// Returns the number of grids of cells in memory before the component `array` of a C array, such
/// as 3 for `f[3]` of `f[9][NY][NX]`. Returns 0 for an array without components.
std::int64_t gridsBefore(const Step &step, int array);

/// Number of grids of cells in one C array, such as 9 in `f[9][NY][NX]`, as far as accesses in the
/// C file show. `component` is the index in Step::arrays of a component such as `f[3]`, or of the
/// array itself if it has no components.
struct Grids {
  int component = -1;
  std::int64_t count = 1;
};
Grids gridsIn(const Step &step, int array);

} // namespace stencilc::lift
