/// \file Positions of the points of sources and receivers, and the weights of each point at the
/// cells around it.
#pragma once

#include "runtime/core/support/Status.h"
#include "stencilc/Description.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Cell near a point of a source or receiver, and the weight of the point at that cell.
struct PointWeight {
  int x, y, z;
  double weight;
};
/// Coordinates of points in cells (cell 0 is at 0): for each point, one number per axis, x first.
using PointPlaces = std::vector<double>;

/// Sets `places` to the coordinates of the points of one source or receiver, for which the program
/// gives a range along each axis. `points` is its index among the program's sources and receivers.
/// The coordinate along x varies fastest. Fails if a range is empty or there are more than 2^24
/// points.
Status placesOf(const ProgramDescription &program, int points, const double *parameters,
                const Grid &grid, PointPlaces &places);

/// Sets `weights[i]` to the cells around point i of a source or receiver, with the point's weight
/// at each, x fastest. `points` is the index of the source or receiver, and `places` has the
/// coordinates of its points. Fails if a point lies outside the cells of its field.
Status weightsOf(const ProgramDescription &program, int points, const PointPlaces &places,
                 const Grid &grid, std::vector<std::vector<PointWeight>> &weights);

} // namespace stencilc::inline STENCILC_SPACE
