/// \file Ghost cells beyond corners: an axis before that of the face is outside, too, and the cell
/// there stands for one inside.
#pragma once

#include "sema/Expressions.h"
#include "sema/Ghosts.h"
#include <vector>

namespace stencilc::sema {

/// Cells near faces of axes before that of a ghost cell, and the cell that stands for the one read.
struct GhostCorner {
  std::vector<NearFace> near;
  Offset offset;         // of that cell, as seen from the cells `near`
  unsigned replaced = 0; // axes along which it is not the cell read, as bits
};

/// Finds the corners of one read that may leave the grid.
class GhostCorners {
public:
  GhostCorners(Unit &unit, const Lowering &lowering, const ReadSite &read)
      : unit(unit), lowering(lowering), read(read) {}

  /// Returns how the axes that are resolved before `axis` are replaced.
  Replaced replacedBefore(int axis) const;

  /// Returns the corners in which `value`, lowered at the cell read, differs from the value at the
  /// cell that stands for it. The reads of `value` begin at number `first` of the lowering. Reports
  /// reads that no offset leads to.
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
