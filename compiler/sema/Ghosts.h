/// \file Data structures for computed ghost cells (see GhostCells.h).
#pragma once

#include "ir/Program.h"
#include "support/Geometry.h"
#include "syntax/Ast.h"
#include <array>
#include <map>
#include <optional>
#include <vector>

namespace stencilc::sema {

/// A read of a field or a profile, with its source range.
struct ReadSite {
  ir::FieldId field;
  int level;
  Offset offset;
  llvm::SMRange range;
  /// First axis along which the read may leave the grid. It is 0 except for reads that the value of
  /// a ghost cell needs.
  int firstAxis = 0;
  /// Axis along which the cell that is read lies inside the grid. It is -1 except for reads that
  /// the value of a ghost cell needs.
  int insideAlong = -1;
  ir::ProfileId profile = {}; // valid: a read of this profile, not of a field
  unsigned faces = 0;         // as SeenFrom::faces
  unsigned inside = 0;        // as SeenFrom::inside
  unsigned resolved = 0;      // as SeenFrom::resolved
};

/// Axes along which reads in the value of a ghost cell stay inside the grid. The value is computed
/// in the cell at the face.
struct SeenInside {
  unsigned along = 0; // axes along which all reads stay inside, as bits
  /// Axes along which a read stays inside the grid if its displacement equals that of `offset` (a
  /// bit mask).
  unsigned likeIt = 0;
  Offset offset = {};
  /// Axes along which the ghost cell was moved into the grid before the axis of its face (a bit
  /// mask).
  unsigned resolved = 0;

  /// Returns the axes along which `read` stays inside the grid (a bit mask).
  unsigned of(const Offset &read) const {
    unsigned all = along;
    for (int axis = 0; axis < kMaxAxes; ++axis)
      if (read[axis] == offset[axis])
        all |= likeIt & 1u << axis;
    return all;
  }
  /// Returns the axes along which `read` leaves the grid in the same way as the ghost cell that
  /// makes it, and is moved into the grid like it (a bit mask).
  unsigned resolvedOf(const Offset &read) const {
    unsigned outside = 0;
    for (int axis = 0; axis < kMaxAxes; ++axis)
      outside |= read[axis] && read[axis] == offset[axis] ? 1u << axis : 0;
    return resolved & outside & ~of(read);
  }
};

/// Rule that computes the ghost cells beyond one face of a field.
struct GhostRule {
  enum class Kind : std::uint8_t { Factor, Face, Slope, Extrapolate, From, Plain } kind;
  /// Argument of the boundary: the factor, the value at the face, the slope, or the expression of
  /// `from`.
  ast::ExprId value = {};
  /// Number of cells that the polynomial of Kind::Extrapolate passes through.
  int points = 0;
  llvm::SMRange range = {};
  llvm::StringRef index = {}; // groups: name of the member number
  int member = -1;            // groups: the member number; -1: no group
  /// IR boundary that selects the cells to repeat, for Kind::Factor, Face, Slope and Plain.
  ir::BoundaryKind repeats = ir::BoundaryKind::Copy;
};

/// State of the lowering in which a read is made. It decides which ghost cells the read sees.
struct SeenFrom {
  int level;
  /// Axes before this one are inside the grid or already resolved.
  int firstAxis = 0;
  /// Axes along which the reading expression has one value more than there are cells (a bit mask).
  unsigned faces = 0;
  /// Axes along which the cell read is inside the grid wherever this key is used (a bit mask). The
  /// value at a face, for example, is computed in the cell at that face and does not read beyond
  /// it.
  unsigned inside = 0;
  /// Axes along which the ghost cell that makes this read was moved to a cell inside the grid (a
  /// bit mask). Boundaries along these axes are applied before those along all others.
  unsigned resolved = 0;
  friend auto operator<=>(const SeenFrom &, const SeenFrom &) = default;
};
/// Numbers of SeenFrom values. Until ghost cells are filled in, a read of the IR has such a number
/// in place of its time level.
class SeenLevels {
public:
  /// Returns the number of `from`. Reads that see all faces from plain cells keep their time level.
  int numberOf(const SeenFrom &from);
  SeenFrom at(int number) const;

private:
  std::vector<SeenFrom> all;
  std::map<SeenFrom, int> numbers;
};
/// Key of a read that may leave the grid, for the table of computed ghost cells.
struct GhostKey {
  ir::FieldId field;
  Offset offset;
  SeenFrom from;
  friend auto operator<=>(const GhostKey &, const GhostKey &) = default;
};
/// Cells whose distance from a face is less than `cells`. With 0: the cells beyond the face.
struct NearFace {
  int axis;
  Side side;
  int cells;
};
/// Value that replaces a read in cells near the face `at` and near all faces in `also`.
struct GhostCase {
  NearFace at;
  std::size_t value; // index into GhostTable::values
  std::vector<NearFace> also = {};
};
/// Replacement of a cell outside the grid by a cell inside, along one axis. Positions are those of
/// the cell inside.
struct ReplacedAlong {
  ir::BoundaryKind by;
  Side side;
  int offset;           // offset of the read, in cells
  bool isShort = false; // the last cell of the kernels' grid is outside of the field
};
using Replaced = std::array<std::optional<ReplacedAlong>, kMaxAxes>;
/// Values that replace one read in cells where it reaches ghost cells.
struct Ghost {
  /// Values with the cells in which they apply. The first case that matches a cell is used. If none
  /// matches, the read is unchanged.
  std::vector<GhostCase> cases;
  std::vector<ReadSite> reads; // reads that the values make
  llvm::SMRange range = {};
};
/// All computed ghost cells of a program.
struct GhostTable {
  SeenLevels levels;
  std::map<GhostKey, Ghost> ghosts;
  std::vector<std::pair<ir::FieldId, ir::ExprId>> values; // values of ghost cells, with their field
  bool isWrong = false;                                   // reported as wrong
};

} // namespace stencilc::sema
