/// \file Ghost cells at corners: cells that are outside along two axes, where the first axis
/// replaces the cell by one inside.
#pragma once

#include "sema/Expressions.h"
#include "sema/Ghosts.h"
#include <vector>

namespace stencilc::sema {

/// A set of cells near faces of axes that are resolved first, and the cell that replaces the one
/// read.
struct GhostCorner {
  std::vector<NearFace> near;
  Offset offset; // offset of the replacing cell from the cells `near`
  /// Axes along which it differs from the cell read, as bits.
  unsigned replaced = 0;
};

/// Finder of the corners of one read that may leave the grid.
class GhostCorners {
public:
  GhostCorners(Unit &unit, const Lowering &lowering, const ReadSite &read)
      : unit(unit), lowering(lowering), read(read) {}

  /// Returns how the axes that are resolved before `axis` replace the cell read.
  Replaced replacedBefore(int axis) const;

  /// Returns the corners in which `value`, lowered at the cell read, differs from the value at the
  /// replacing cell. The reads of `value` are those of the lowering from number `first` on. Reports
  /// reads that no offset can express.
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
