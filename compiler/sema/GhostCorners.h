/// \file Finds corners of the grid in which a read leaves it along two axes. The boundary of the
/// first axis replaces the cell that is read by one inside the grid.
#pragma once

#include "sema/Expressions.h"
#include "sema/Ghosts.h"
#include <vector>

namespace stencilc::sema {

/// Cells near one or more faces (a corner of the grid), and the cell inside the grid that replaces
/// the one they read.
struct GhostCorner {
  std::vector<NearFace> near;
  Offset offset; // offset of the replacing cell from the cells `near`
  /// Axes along which the replacing cell differs from the cell that is read (a bit mask).
  unsigned replaced = 0;
};

/// Finder of grid corners at which a read leaves the grid along two or more axes.
class GhostCorners {
public:
  GhostCorners(Unit &unit, const Lowering &lowering, const ReadSite &read)
      : unit(unit), lowering(lowering), read(read) {}

  /// Returns, for each axis that is handled before `axis`, how the read is moved into the grid
  /// along it.
  Replaced replacedBefore(int axis) const;

  /// Returns the corners of the grid in which `value`, lowered for the cell that is read, differs
  /// from the value for the replacing cell. The reads of `value` are those of the lowering with
  /// index `first` and higher. Reports reads that no constant offset can express.
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
