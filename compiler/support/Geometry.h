/// \file Small integer vectors over the axes of a grid, used by every floor.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <cstdlib>

namespace stencilc {

/// Axes in the order named in the file: axis 0 is contiguous in memory, the last one is swept.
inline constexpr int kMaxAxes = 3;

enum class Side : std::uint8_t { Low, High };

/// A displacement in cells; axes the program does not have are zero.
struct Offset {
  std::array<int, kMaxAxes> d{};

  int &operator[](int axis) { return d[axis]; }
  int operator[](int axis) const { return d[axis]; }
  bool isCentre() const { return d == std::array<int, kMaxAxes>{}; }
  /// Sum of the absolute displacements: the "distance" of coefficient tables.
  int distance() const { return std::abs(d[0]) + std::abs(d[1]) + std::abs(d[2]); }
  friend Offset operator+(Offset a, Offset b) {
    return {{a.d[0] + b.d[0], a.d[1] + b.d[1], a.d[2] + b.d[2]}};
  }
  friend auto operator<=>(const Offset &, const Offset &) = default;
};

/// As cells lie in memory: last axis first, then the middle one, then the contiguous one.
struct MemoryOrder {
  bool operator()(const Offset &a, const Offset &b) const {
    return std::array{a.d[2], a.d[1], a.d[0]} < std::array{b.d[2], b.d[1], b.d[0]};
  }
};

/// How far reads go beyond a cell, in cells towards the low and the high side; never negative.
struct Reach {
  std::array<int, kMaxAxes> low{}, high{};

  void include(Offset offset) {
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      low[axis] = std::max(low[axis], -offset[axis]);
      high[axis] = std::max(high[axis], offset[axis]);
    }
  }
  void include(const Reach &other) {
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      low[axis] = std::max(low[axis], other.low[axis]);
      high[axis] = std::max(high[axis], other.high[axis]);
    }
  }
  int of(int axis, Side side) const { return side == Side::Low ? low[axis] : high[axis]; }
  /// What lies along `axis` alone, and what along the others.
  Reach along(int axis) const {
    Reach part;
    part.low[axis] = low[axis];
    part.high[axis] = high[axis];
    return part;
  }
  Reach across(int axis) const {
    Reach part = *this;
    part.low[axis] = part.high[axis] = 0;
    return part;
  }
  bool isZero() const { return low == std::array<int, kMaxAxes>{} && high == low; }
  friend bool operator==(const Reach &, const Reach &) = default;
};

/// Cells along each axis; axes the program does not have hold 1.
struct Extents {
  std::array<std::int64_t, kMaxAxes> n{1, 1, 1};

  std::int64_t &operator[](int axis) { return n[axis]; }
  std::int64_t operator[](int axis) const { return n[axis]; }
  friend bool operator==(const Extents &, const Extents &) = default;
};

} // namespace stencilc
