/// \file Where points are, and what each weighs at the cells around it.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Status.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// A cell of a point, and its weight there.
struct PointWeight {
  int x, y, z;
  double weight;
};
/// The coordinates of points, for each a number along each axis of the program.
using PointPlaces = std::vector<double>;

/// The coordinates of points number `points`, which are of no file, the first axis fastest.
Status placesOf(const ProgramDescription &program, int points, const double *parameters,
                const Grid &grid, PointPlaces &places);

/// For each point its cells, x fastest; refuses points outside of the cells of their field.
Status weightsOf(const ProgramDescription &program, int points, const PointPlaces &places,
                 const Grid &grid, std::vector<std::vector<PointWeight>> &weights);

} // namespace stencilc::inline STENCILC_SPACE
