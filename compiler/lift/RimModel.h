/// \file A small model grid, on which a step is executed with symbolic names as cell values. Two
/// cells with the same name hold the same bits for any initial data.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// Maps C indices and bounds to a grid of at most 22 cells for each index, and keeps distances from
/// the faces.
class SmallGrid {
public:
  /// One coordinate for each index, outermost first.
  using Cell = std::vector<std::int64_t>;
  /// Values of the loop variables in one iteration.
  using Turn = std::map<Polynomial::Symbol, std::int64_t>;

  SmallGrid(const Step &step, const std::vector<Polynomial> &extents);

  std::size_t rank() const { return sizes.size(); }
  std::int64_t size(std::size_t index) const { return sizes[index]; }
  /// Returns the coordinate of `place` along array index `index` in the iteration `turn`. Returns
  /// `nullopt` if its distance from loop variables and faces is not constant.
  std::optional<std::int64_t> at(const Polynomial &place, std::size_t index,
                                 const Turn &turn) const;
  std::optional<Cell> cell(const ArrayRead &read, const Turn &turn) const;
  /// Returns the first coordinate that a write has along an index, and the one after the last;
  /// `nullopt` if a bound is unknown.
  std::optional<std::pair<std::int64_t, std::int64_t>> range(const Write &write,
                                                             std::size_t index) const;
  /// Calls `use` for each iteration of `loops`, in C's order, until `use` returns false. Returns
  /// false then, or if a bound is unknown.
  bool forTurns(const std::vector<Loop> &loops, const ArrayRead &cell,
                const std::function<bool(const Turn &)> &use) const;
  std::size_t number(const Cell &cell) const;
  std::size_t cells() const;
  bool holds(const Cell &cell) const;

private:
  std::optional<std::int64_t> nearFace(const Polynomial &place, std::size_t index) const;

  const Step &step;
  std::vector<Polynomial> extents;
  std::vector<std::int64_t> sizes;
};

/// The rim that loops of the C program set: its widths, and the boundary conditions that would give
/// the same values.
struct Rim {
  /// In cells: low and high end of each index, outermost first.
  std::vector<std::array<std::int64_t, 2>> widths;
  std::map<int, RimFaces> faces; // of each array, x first
};

/// Runs six time steps on the small grid `grid`, and returns whether updates inside the rim read
/// from it only values that the boundaries of `rim` would give. With `isAssumed` the rim initially
/// holds such values.
bool readsAgree(const Step &step, const SmallGrid &grid, const Rim &rim, bool isAssumed);

} // namespace stencilc::lift
