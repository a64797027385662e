/// \file Finds corners of the grid in which a read leaves it along two axes. There the boundary of
/// the first axis replaces the cell that is read by a cell inside the grid.
#pragma once

#include "sema/Expressions.h"
#include "sema/boundaries/Ghosts.h"
#include <vector>

namespace stencilc::sema {

/// A corner or edge of the grid, in which a read leaves the grid along several axes. `near` has the
/// faces at which its cells are. `offset` leads to the grid cell that replaces the cell that is
/// read.
struct GhostCorner {
  std::vector<NearFace> near;
  Offset offset; // offset of the replacing cell from the cells `near`
  /// Bit mask of the axes along which the replacing cell differs from the cell that is read.
  unsigned replaced = 0;
};

/// Finds the corners of the grid in which one read leaves the grid along two or more axes.
class GhostCorners {
public:
  GhostCorners(Unit &unit, const Lowering &lowering, const ReadSite &read)
      : unit(unit), lowering(lowering), read(read) {}

  /// Returns, for each axis that is handled before `axis`, the grid cell to which the boundary of
  /// that axis moves the read.
  Replaced replacedBefore(int axis) const;

  /// Returns the corners of the grid in which the value of a ghost cell (beyond the grid) differs
  /// from `value`. `value` is lowered for the cell that is read, and the boundary of another axis
  /// replaces this cell. The reads of `value` have index `first` and higher in the lowering.
  /// Reports reads that no constant offset can express.
  std::vector<GhostCorner> of(int axis, std::size_t first, Value value);

private:
  std::optional<ReplacedAlong> replacedAlong(int axis) const;
  bool differs(int axis, const ReplacedAlong &by, std::size_t first, Value value);
  bool isReplacedAlike(int axis, const ReplacedAlong &by, const ReadSite &own) const;
  void refusePeriodic(int axis, const ReadSite &own);

  Unit &unit;
  const Lowering &lowering;
  const ReadSite &read;
};

} // namespace stencilc::sema
