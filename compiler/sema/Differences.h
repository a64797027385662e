/// \file Finite differences: the weighted sums for `d(u, x)`, `d2(u, x, order = 8)` and
/// `laplacian(u)`.
#pragma once

#include "support/Geometry.h"
#include <array>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace stencilc::sema {

/// Highest order of a derivative, and the largest distance in cells that one reads.
inline constexpr int kMaxOrder = 16;

/// A derivative along one axis: where it is evaluated relative to the place of use, and from which
/// values.
struct AlongAxis {
  enum class From : std::uint8_t {
    Around,   // at the place, from values on both sides
    Above,    // half a cell up, `x+1/2`, from values on both sides of it
    Below,    // half a cell down, `x-1/2`
    Forward,  // at the place, from the value there and those above
    Backward, // at the place, from the value there and those below
  };
  int axis;
  From from = From::Around;
  /// Values are half a cell beside the place, not at it; false for one-sided derivatives.
  bool isBeside = false;

  bool isSided() const { return from == From::Forward || from == From::Backward; }
  bool isBetween() const { return from == From::Above || from == From::Below; }
  friend auto operator<=>(const AlongAxis &, const AlongAxis &) = default;
};

/// A derivative along one or more axes.
struct Difference {
  int derivative; // 1 or 2, along each axis
  /// true: the sum of the derivatives along the axes; false: a mixed derivative.
  bool isSum;
  /// Order of accuracy: the error is proportional to this power of the cell distance.
  int order;
  std::vector<AlongAxis> along;

  friend auto operator<=>(const Difference &, const Difference &) = default;
};

/// Returns the first and the last value that a derivative along one axis needs, in half cells from
/// the place of use. Consecutive values are two half cells apart.
std::pair<int, int> halvesOf(const AlongAxis &along, int derivative, int order);

/// Weight of each value. The key is its distance from the place of use in half cells. Zero weights
/// are left out.
using WeightTable = std::map<Offset, double, MemoryOrder>;

/// Returns the weights on a grid with the distances `spacing` between cells, by axis. The weights
/// are computed in exact arithmetic from the f64 spacings, summed or multiplied over all axes, and
/// rounded once to f64.
WeightTable weightsOf(const Difference &difference, const std::array<double, kMaxAxes> &spacing);

} // namespace stencilc::sema
