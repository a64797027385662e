/// \file What `d(u, x)`, `d2(u, x, order = 8)` and `laplacian(u)` are: sums of reads with weights.
#pragma once

#include "support/Geometry.h"
#include <array>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace stencilc::sema {

/// No derivative has a higher order; it is also as far as one of them reads.
inline constexpr int kMaxOrder = 16;

/// A derivative along one axis: where it is taken, as seen from the place where it is used, and
/// from which values.
struct AlongAxis {
  enum class From : std::uint8_t {
    Around,   // at the place, from as many on both sides
    Above,    // half a cell up, `x+1/2`, from as many on both sides of that place
    Below,    // half a cell down, `x-1/2`
    Forward,  // at the place, from the value there and those above
    Backward, // at the place, from the value there and those below
  };
  int axis;
  From from = From::Around;
  bool isBeside = false; // values lie half a cell beside the place, not at it; never with a side

  bool isSided() const { return from == From::Forward || from == From::Backward; }
  bool isBetween() const { return from == From::Above || from == From::Below; }
  friend auto operator<=>(const AlongAxis &, const AlongAxis &) = default;
};

struct Difference {
  int derivative; // 1 or 2, along each axis
  bool isSum;     // of the derivatives along the axes; else one after the other, a mixed one
  int order;      // the error shrinks with this power of the distance between cells
  std::vector<AlongAxis> along;

  friend auto operator<=>(const Difference &, const Difference &) = default;
};

/// The first and the last value that a derivative along one axis needs, in half cells from the
/// place where it is used; there is one every two halves.
std::pair<int, int> halvesOf(const AlongAxis &along, int derivative, int order);

/// The weight of each value, by half cells from the place where the derivative is used. Those whose
/// weight is zero are left out.
using WeightTable = std::map<Offset, double, MemoryOrder>;

/// Weights on a grid whose cells are `spacing` apart, by axis: each computed exactly, with the
/// spacings as they are in f64 and all axes added up or multiplied, and rounded once to f64.
WeightTable weightsOf(const Difference &difference, const std::array<double, kMaxAxes> &spacing);

} // namespace stencilc::sema
