/// \file Positions of points, and their weights at the cells around them.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Status.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// A cell near a point, and the weight of the point at that cell.
struct PointWeight {
  int x, y, z;
  double weight;
};
/// Coordinates of points, with one number per axis for each point.
using PointPlaces = std::vector<double>;

/// Computes the positions of a set of points that the source describes by ranges. `points` is the
/// index of the set. The first axis varies fastest. Fails if a range is empty or there are too many
/// points.
Status placesOf(const ProgramDescription &program, int points, const double *parameters,
                const Grid &grid, PointPlaces &places);

/// Computes the cells and weights of each point, x fastest. `points` is the index of the set. Fails
/// if a point lies outside the cells of its field.
Status weightsOf(const ProgramDescription &program, int points, const PointPlaces &places,
                 const Grid &grid, std::vector<std::vector<PointWeight>> &weights);

} // namespace stencilc::inline STENCILC_SPACE
