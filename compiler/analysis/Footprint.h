/// \file Footprints: the offsets that each stage reads, by field and time level, with their reach
/// and shape.
#pragma once

#include "ir/Program.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace stencilc::analysis {

/// A field at one time level, the unit in which kernels load data.
struct FieldLevel {
  ir::FieldId field;
  int level; // 1, 0, -1, ...
  friend auto operator<=>(const FieldLevel &, const FieldLevel &) = default;
};

/// Shape of a set of offsets. A diamond contains all offsets with |x| + |y| + |z| up to its radius.
enum class ShapeName : std::uint8_t { Centre, Star, Box, Diamond, Other };
const char *toString(ShapeName shape);

/// Offsets at which a stage reads one field at one time level, with their reach and shape.
struct LevelFootprint {
  std::set<Offset, MemoryOrder> offsets;
  Reach reach;
  /// Named shape that has exactly these offsets, with the largest reach as its radius, or Other if
  /// there is none. The centre counts as read. If several shapes have the same offsets, as with
  /// radius 1, Star is preferred.
  ShapeName shape = ShapeName::Centre;
};

/// Offsets that one stage or reduction reads, for each field and time level.
struct StageFootprint {
  std::map<FieldLevel, LevelFootprint> fieldLevels;
  Reach reach; // over all field levels

  /// Returns true if the stage or reduction reads `field` at one or more time levels.
  bool reads(ir::FieldId field) const;
};

/// Offsets that a program reads, by stage, field, profile (values along some axes only) and
/// reduction.
struct Footprint {
  std::map<ir::StageId, StageFootprint> stages;
  std::map<ir::FieldId, Reach> fields;     // of fields that stages read, over all levels
  std::map<FieldLevel, Reach> fieldLevels; // of field levels that stages read
  std::set<ir::FieldId> diagonal;          // fields for which readsDiagonals() is true
  Reach reach;                             // over all stages
  std::map<ir::ProfileId, Reach> profiles; // of profiles that stages or reductions read
  std::map<ir::ReductionId, StageFootprint> reductions; // schedules stage nothing for them
  /// Smallest valid extents of a grid, in cells. Along each axis it is at least the largest offset
  /// of reads towards either side, and one cell more for the boundary condition `mirror(node)`.
  Extents minimumExtents;

  /// Returns the largest offset on each side at which stages (update statements) read `field`, over
  /// all time levels. It is 0 if no stage reads the field, even if one updates it or a reduction
  /// reads it.
  Reach reachOf(ir::FieldId field) const;
  /// Returns true if a stage reads `field` at an offset along both the first and the second axis,
  /// such as u[x+1, y-1].
  bool readsDiagonals(ir::FieldId field) const { return diagonal.contains(field); }
  /// Returns true if a stage reads any field at an offset along both the first and the second axis,
  /// such as u[x+1, y-1].
  bool readsDiagonals() const { return !diagonal.empty(); }
  /// Returns the radius of the widest box of cells that a stage reads completely; 0 if there is
  /// none.
  int widestBox() const;
};

/// Computes the footprint of a program.
Footprint computeFootprint(const ir::Program &program);

} // namespace stencilc::analysis
