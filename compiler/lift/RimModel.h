/// \file A small grid on which a step is carried out with names in place of values: two cells with
/// the same name hold the same bits, whatever the arrays begin with.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// Indices and bounds of C on a grid of few cells: what lies near a face stays near it.
class SmallGrid {
public:
  using Cell = std::vector<std::int64_t>; // one coordinate for each index, outermost first
  using Turn = std::map<Polynomial::Symbol, std::int64_t>; // values of loop variables

  SmallGrid(const Step &step, const std::vector<Polynomial> &extents);

  std::size_t rank() const { return sizes.size(); }
  std::int64_t size(std::size_t index) const { return sizes[index]; }
  /// The coordinate that `place` is; nothing if it is at no fixed distance from loops and faces.
  std::optional<std::int64_t> at(const Polynomial &place, std::size_t index,
                                 const Turn &turn) const;
  std::optional<Cell> cell(const ArrayRead &read, const Turn &turn) const;
  /// First and last coordinate, the latter not included, that a write has along an index.
  std::optional<std::pair<std::int64_t, std::int64_t>> range(const Write &write,
                                                             std::size_t index) const;
  /// Calls `use` for each turn of the loops, in C's order; false if bounds are not known or `use`
  /// says so.
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

/// The rim that loops set: its width at both ends of each index, and what arrays have there.
struct Rim {
  std::vector<std::array<std::int64_t, 2>> widths; // outermost first
  std::map<int, RimFaces> faces;                   // of each array, x first
};

/// Whether a few steps read, in cells inside the rim, only what the boundaries of `rim` give.
/// `isAssumed`: the rim begins with what they give.
bool readsAgree(const Step &step, const SmallGrid &grid, const Rim &rim, bool isAssumed);

} // namespace stencilc::lift
