/// \file A small model grid, on which a lifted step is executed with names as cell values. Two
/// cells with the same name hold equal values whatever the initial data.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// A model grid of at most 22 cells along each axis. C indices and bounds have the same distances
/// from the faces as on the real grid.
class SmallGrid {
public:
  /// A cell of the model grid: one coordinate for each array index, outermost first.
  using Cell = std::vector<std::int64_t>;
  /// Values of the loop variables in one iteration of the C loops.
  using Turn = std::map<Polynomial::Symbol, std::int64_t>;

  SmallGrid(const Step &step, const std::vector<Polynomial> &extents);

  std::size_t rank() const { return sizes.size(); }
  std::int64_t size(std::size_t index) const { return sizes[index]; }
  /// Returns the coordinate on the model grid of the C index `place`, along array index `index` in
  /// the iteration `turn`. Returns `nullopt` if the distance of `place` from loop variables and
  /// faces is not constant.
  std::optional<std::int64_t> at(const Polynomial &place, std::size_t index,
                                 const Turn &turn) const;
  std::optional<Cell> cell(const ArrayRead &read, const Turn &turn) const;
  /// Returns the range of coordinates on the model grid that `write` assigns along array index
  /// `index`: the first, and one after the last. Returns `nullopt` if a bound is unknown.
  std::optional<std::pair<std::int64_t, std::int64_t>> range(const Write &write,
                                                             std::size_t index) const;
  /// Calls `use` for each iteration of `loops` on the model grid, in C's order, until `use` returns
  /// false. Returns false if `use` has done so or a loop bound is unknown.
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
  /// Widths in cells, at the low and high end of each array index, outermost first.
  std::vector<std::array<std::int64_t, 2>> widths;
  std::map<int, RimFaces> faces; // of each array, x first
};

/// Executes six time steps on a model grid. Returns true if every value that an inner cell reads
/// from the rim (cells at the faces) is the value that the boundary conditions of `rim` would give.
/// If `isAssumed`, the rim starts with such values.
bool readsAgree(const Step &step, const SmallGrid &grid, const Rim &rim, bool isAssumed);

} // namespace stencilc::lift
