/// \file Small vectors with an integer for each axis of a grid: offsets, reaches and sizes.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <cstdlib>

namespace stencilc {

/// Maximum number of grid axes. Axes are numbered in the order in which the `.stencil` file names
/// them. Axis 0 is contiguous in memory, and the last axis is the slowest.
inline constexpr int kMaxAxes = 3;

/// One of the two ends of the grid along an axis: at index 0 (low) or at the last index (high).
enum class Side : std::uint8_t { Low, High };

/// Displacement along each axis, in cells. Components are 0 along axes that the program lacks.
struct Offset {
  std::array<int, kMaxAxes> d{};

  int &operator[](int axis) { return d[axis]; }
  int operator[](int axis) const { return d[axis]; }
  bool isCentre() const { return d == std::array<int, kMaxAxes>{}; }
  /// Returns the sum of the absolute components (Manhattan distance). Coefficient tables can use it
  /// as a key.
  int distance() const { return std::abs(d[0]) + std::abs(d[1]) + std::abs(d[2]); }
  friend Offset operator+(Offset a, Offset b) {
    return {{a.d[0] + b.d[0], a.d[1] + b.d[1], a.d[2] + b.d[2]}};
  }
  friend auto operator<=>(const Offset &, const Offset &) = default;
};

/// Comparison of offsets by memory address. It compares the last axis first and the contiguous axis
/// (axis 0) last.
struct MemoryOrder {
  bool operator()(const Offset &a, const Offset &b) const {
    return std::array{a.d[2], a.d[1], a.d[0]} < std::array{b.d[2], b.d[1], b.d[0]};
  }
};

/// Largest distances at which a computation reads from the updated cell, in cells, for the low and
/// the high side of each axis. They are never negative.
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
  /// Returns a copy with 0 along all axes but `axis`. The member function `across` returns a copy
  /// with 0 along `axis` only.
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

/// Grid size: number of cells along each axis, and 1 along axes that the program lacks.
struct Extents {
  std::array<std::int64_t, kMaxAxes> n{1, 1, 1};

  std::int64_t &operator[](int axis) { return n[axis]; }
  std::int64_t operator[](int axis) const { return n[axis]; }
  friend bool operator==(const Extents &, const Extents &) = default;
};

} // namespace stencilc
