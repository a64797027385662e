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
/// Coordinates of points: for each point, one number per axis.
using PointPlaces = std::vector<double>;

/// Computes the coordinates of the points of a source or receiver that the program describes by
/// ranges. `points` is its index. The first axis varies fastest. Fails if a range is empty or there
/// are too many points.
Status placesOf(const ProgramDescription &program, int points, const double *parameters,
                const Grid &grid, PointPlaces &places);

/// Computes the cells around each point, with the weight of the point at each cell, x fastest.
/// `points` is the index of the source or receiver, `places` has the coordinates of its points.
/// Fails if a point lies outside the cells of its field.
Status weightsOf(const ProgramDescription &program, int points, const PointPlaces &places,
                 const Grid &grid, std::vector<std::vector<PointWeight>> &weights);

} // namespace stencilc::inline STENCILC_SPACE
