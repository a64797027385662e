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

/// A derivative along one axis: where it is taken, and from which cells.
struct AlongAxis {
  enum class From : std::uint8_t {
    Around,   // in the cell, from as many on both sides
    Above,    // half a cell up, `x+1/2`, from as many on both sides of that place
    Below,    // half a cell down, `x-1/2`
    Forward,  // in the cell, from it and those above
    Backward, // in the cell, from it and those below
  };
  int axis;
  From from = From::Around;

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

/// The first and the last cell that a derivative along one axis needs, seen from its own.
std::pair<int, int> cellsOf(const AlongAxis &along, int derivative, int order);

/// The weight of each cell. Cells whose weight is zero are left out.
using WeightTable = std::map<Offset, double, StreamOrder>;

/// Weights on a grid whose cells are `spacing` apart, by axis: each computed exactly, with the
/// spacings as they are in f64 and all axes added up or multiplied, and rounded once to f64.
WeightTable weightsOf(const Difference &difference, const std::array<double, kMaxAxes> &spacing);

} // namespace stencilc::sema
