/// \file What each stage reads: the offsets per field and time level, their reach and shape.
#pragma once

#include "ir/Program.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace stencilc::analysis {

/// One time level of one field as a stage reads it; the unit in which data is moved.
struct FieldLevel {
  ir::FieldId field;
  int level; // 1, 0, -1, ...
  friend auto operator<=>(const FieldLevel &, const FieldLevel &) = default;
};

enum class ShapeName : std::uint8_t { Centre, Star, Box, Diamond, Other };
const char *toString(ShapeName shape);

struct LevelFootprint {
  std::set<Offset, MemoryOrder> offsets;
  Reach reach;
  /// Smallest named shape with exactly these offsets (radius = largest reach), whether or not the
  /// centre is among them.
  ShapeName shape = ShapeName::Centre;
};

struct StageFootprint {
  std::map<FieldLevel, LevelFootprint> fieldLevels;
  Reach reach; // over all field levels

  /// Whether the field is read, at any level.
  bool reads(ir::FieldId field) const;
};

struct Footprint {
  std::map<ir::StageId, StageFootprint> stages;
  std::map<ir::FieldId, Reach> fields;                  // over all stages and levels; those read
  Reach reach;                                          // over all stages
  std::map<ir::ProfileId, Reach> profiles;              // of stages and reductions; those read
  std::map<ir::ReductionId, StageFootprint> reductions; // apart: schedules move nothing for them
  /// Smallest legal extents: at least the reach on every side, one more for MirrorNode.
  Extents minimumExtents;

  /// Over all stages and levels; nothing of a field that no stage reads, though one may update it,
  /// keep its cells at faces, or reduce it.
  Reach reachOf(ir::FieldId field) const;
  /// Whether a stage reads cells that lie in other rows and other columns of the plane at once: of
  /// a field, of any.
  bool readsDiagonals(ir::FieldId field) const;
  bool readsDiagonals() const;
  /// Radius of the widest box of which a stage reads all cells; 0: there is none.
  int widestBox() const;
};

Footprint computeFootprint(const ir::Program &program);

} // namespace stencilc::analysis
