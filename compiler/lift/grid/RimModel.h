/// \file A small grid on which the lifter simulates the loops of a C program. Cell values are names
/// in place of numbers. Two cells with the same name hold equal values for all initial data.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// A grid of at most 22 cells along each axis, on which the lifter simulates the loops of a C
/// program. C indices and bounds have the same distances from the faces as on the real grid.
class SmallGrid {
public:
  /// Coordinates of a cell on the small grid on which C loops are simulated: one for each array
  /// index, outermost first.
  using Cell = std::vector<std::int64_t>;
  /// Values of the loop variables in one iteration of the C loops.
  using Turn = std::map<Polynomial::Symbol, std::int64_t>;

  SmallGrid(const Step &step, const std::vector<Polynomial> &extents);

  std::size_t rank() const { return sizes.size(); }
  std::int64_t size(std::size_t index) const { return sizes[index]; }
  /// Returns the value of `place`, the C expression of array index number `index`, on this small
  /// grid. `turn` has the values of the loop variables. `place` is a loop variable or a face plus a
  /// constant, as in `i - 1` or `n - 2`, or the index of a neighbour. Returns `nullopt` for other
  /// expressions.
  std::optional<std::int64_t> at(const Polynomial &place, std::size_t index,
                                 const Turn &turn) const;
  std::optional<Cell> cell(const ArrayRead &read, const Turn &turn) const;
  /// Returns the range of cells of this small grid that `write` assigns along array index `index`:
  /// the first coordinate, and the last one plus 1. Returns `nullopt` if a bound is unknown.
  std::optional<std::pair<std::int64_t, std::int64_t>> range(const Write &write,
                                                             std::size_t index) const;
  /// Calls `use` for each iteration of the C loops `loops` on this small grid, in C's order, until
  /// `use` returns false. The indices of `cell`, an access in these loops, tell the axis of each
  /// loop variable. Returns true after all iterations. Returns false if `use` has done so, a loop
  /// bound is unknown, or `cell` does not use a loop variable.
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

/// The rim of a grid: cells at the faces that separate loops of the C program set. It has widths,
/// and the boundary conditions that would give the same values.
struct Rim {
  /// Widths of the rim in cells at the low and at the high face, for each array index, outermost
  /// first.
  std::vector<std::array<std::int64_t, 2>> widths;
  std::map<int, RimFaces> faces; // of each array, x first
};

/// Simulates six time steps of the C loops on the small grid `grid`. Returns true if every value
/// that an inner cell reads from the rim (cells at the faces) is the value that the boundary
/// conditions of `rim` would give. If `isAssumed`, the rim starts with such values.
bool readsAgree(const Step &step, const SmallGrid &grid, const Rim &rim, bool isAssumed);

} // namespace stencilc::lift
