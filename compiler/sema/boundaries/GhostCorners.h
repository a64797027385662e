/// \file Finds corners of the grid in which a read leaves the grid along two axes. There the
/// boundary of the first axis moves the read into the grid along this axis. The boundary of the
/// second axis then computes the value for the cell reached.
#pragma once

#include "sema/Expressions.h"
#include "sema/boundaries/Ghosts.h"
#include <vector>

namespace stencilc::sema {

/// A corner or edge of the grid in which a read leaves the grid along several axes. `near` lists
/// the faces close to which the reading cells lie. `offset` leads from a reading cell to the cell
/// that boundaries put in place of the cell that is read.
struct GhostCorner {
  std::vector<NearFace> near;
  Offset offset; // offset of the replacing cell from the cells `near`
  /// Bit mask of the axes along which boundaries put another cell in place of the cell that is
  /// read.
  unsigned replaced = 0;
};

/// Finds the corners of the grid in which one read leaves the grid along two or more axes.
class GhostCorners {
public:
  GhostCorners(Unit &unit, const Lowering &lowering, const ReadSite &read)
      : unit(unit), lowering(lowering), read(read) {}

  /// Returns, for each axis whose boundary applies before that of `axis`, how this boundary
  /// replaces the cell that is read. Entries are nullopt for axes along which the cell is not
  /// replaced.
  Replaced replacedBefore(int axis) const;

  /// Returns the corners in which a ghost cell (beyond a face of `axis`) needs another value than
  /// `value`. Example: with `copy` along x and `from` along y, the `from` value in a corner is
  /// evaluated for the copied cell. The reads of `value` begin at index `first` of
  /// lowering.reads(). Reports reads that no constant offset can express.
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
