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

/// Highest order of accuracy of a derivative, and the largest distance in cells from which it reads
/// a value.
inline constexpr int kMaxOrder = 16;

/// Position and side of a derivative along one axis. The derivative is evaluated at the position
/// that uses it, or half a cell from there. It takes values from both sides, or from one.
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
  /// True if the values to be differentiated are half a cell away from the position at which the
  /// derivative is used. False for one-sided derivatives.
  bool isBeside = false;

  bool isSided() const { return from == From::Forward || from == From::Backward; }
  bool isBetween() const { return from == From::Above || from == From::Below; }
  friend auto operator<=>(const AlongAxis &, const AlongAxis &) = default;
};

/// A derivative along one or more axes, as asked for by a call such as `d(u, x, order = 4)`.
struct Difference {
  int derivative; // 1 or 2, along each axis
  /// True for a sum of derivatives along the axes, such as the Laplacian. False for a mixed
  /// derivative.
  bool isSum;
  /// Order of accuracy: the error is proportional to this power of the cell distance.
  int order;
  std::vector<AlongAxis> along;

  friend auto operator<=>(const Difference &, const Difference &) = default;
};

/// Returns the positions of the first and the last value in a derivative along one axis. They are
/// in half cells from the position at which the derivative is used. Consecutive values are two half
/// cells apart.
std::pair<int, int> halvesOf(const AlongAxis &along, int derivative, int order);

/// Weights of the values in a derivative. The key is the distance of the value from the position at
/// which the derivative is used, in half cells. Zero weights are left out.
using WeightTable = std::map<Offset, double, MemoryOrder>;

/// Returns the weights of a derivative. `spacing` is the distance between cells along each axis.
/// The weights are computed in exact arithmetic from the f64 spacings, summed or multiplied over
/// all axes, and rounded once to f64.
WeightTable weightsOf(const Difference &difference, const std::array<double, kMaxAxes> &spacing);

} // namespace stencilc::sema
