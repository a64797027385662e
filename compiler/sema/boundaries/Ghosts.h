/// \file Data structures for ghost cells (beyond the grid) whose values the program computes (see
/// GhostCells.h).
#pragma once

#include "ir/Program.h"
#include "support/Geometry.h"
#include "syntax/Ast.h"
#include <array>
#include <map>
#include <optional>
#include <vector>

namespace stencilc::sema {

/// A read of a field or a profile (values along some axes only), with its source range.
struct ReadSite {
  ir::FieldId field;
  int level;
  Offset offset;
  llvm::SMRange range;
  /// First axis along which the read may leave the grid. Along axes before it, the cell is inside
  /// the grid, or a boundary has moved it inside. The axis is 0 except for reads in the value of a
  /// ghost cell (beyond the grid).
  int firstAxis = 0;
  /// Axis along which the read never leaves the grid, or -1. The axis is -1 except for reads in the
  /// value of a ghost cell (beyond the grid).
  int insideAlong = -1;
  ir::ProfileId profile = {}; // valid: a read of this profile, not of a field
  unsigned faces = 0;         // as SeenFrom::faces
  unsigned inside = 0;        // as SeenFrom::inside
  unsigned resolved = 0;      // as SeenFrom::resolved
};

/// Axes along which reads in the value of a ghost cell (beyond the grid) cannot leave the grid. One
/// is the axis of its face: the value is evaluated in the grid cell next to the face, and its reads
/// point inwards.
struct SeenInside {
  unsigned along = 0; // axes along which all reads stay inside, as bits
  /// Bit mask of axes. Along each of them, a read stays inside the grid if its displacement along
  /// this axis equals that of `offset`.
  unsigned likeIt = 0;
  Offset offset = {};
  /// Bit mask of the axes along which a boundary has replaced the ghost cell (beyond the grid) by a
  /// grid cell, before the boundary of its own face applies.
  unsigned resolved = 0;

  /// Returns a bit mask of the axes along which `read` stays inside the grid.
  unsigned of(const Offset &read) const {
    unsigned all = along;
    for (int axis = 0; axis < kMaxAxes; ++axis)
      if (read[axis] == offset[axis])
        all |= likeIt & 1u << axis;
    return all;
  }
  /// Returns a bit mask of axes for `read`, which occurs in the value of a ghost cell (beyond the
  /// grid). Along these axes, both leave the grid by the same displacement, so a boundary moves
  /// both to the same index inside.
  unsigned resolvedOf(const Offset &read) const {
    unsigned outside = 0;
    for (int axis = 0; axis < kMaxAxes; ++axis)
      outside |= read[axis] && read[axis] == offset[axis] ? 1u << axis : 0;
    return resolved & outside & ~of(read);
  }
};

/// Rule that computes the ghost cells (beyond the grid) at one face of a field.
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
  /// Boundary (such as copy or mirror) that chooses one grid cell for each ghost cell (beyond the
  /// grid). Kind::Factor, Face and Plain compute the ghost cell from the value of that grid cell.
  /// With Fixed (only for Plain) it has the value `value`.
  ir::BoundaryKind repeats = ir::BoundaryKind::Copy;
};

/// Circumstances of a read that decide which ghost cells (beyond the grid) it reaches: its time
/// level, and the axes along which it cannot leave the grid.
struct SeenFrom {
  int level;
  /// First axis along which the read may leave the grid. Along axes before it, the cell is inside
  /// the grid, or a boundary has moved it inside.
  int firstAxis = 0;
  /// Bit mask of the axes along which the expression that contains the read is evaluated at both
  /// ends of each cell (one value more than the grid has cells).
  unsigned faces = 0;
  /// Bit mask of the axes along which the cell that is read is always inside the grid. Example: a
  /// boundary `from` on a face of x is evaluated in the grid cell next to the face and reads
  /// inwards, so its reads are inside along x.
  unsigned inside = 0;
  /// Bit mask for reads in the value of a ghost cell (beyond the grid): the axes along which a
  /// boundary has already replaced that ghost cell by a grid cell. For these reads, boundaries
  /// along these axes apply first.
  unsigned resolved = 0;
  friend auto operator<=>(const SeenFrom &, const SeenFrom &) = default;
};
/// Table that gives each SeenFrom (time level of a read, and axes along which it cannot leave the
/// grid) a number. Reads in the IR carry this number in place of their time level, until
/// fillGhosts() replaces ghost cells by values.
class SeenLevels {
public:
  /// Returns the number that represents `from` in the IR, and adds `from` to the table if it is
  /// new. A read that may leave the grid along every axis needs no entry: its number is its time
  /// level.
  int numberOf(const SeenFrom &from);
  SeenFrom at(int number) const;

private:
  std::vector<SeenFrom> all;
  std::map<SeenFrom, int> numbers;
};
/// Key of the table of computed ghost cells (beyond the grid): a read that may leave the grid.
struct GhostKey {
  ir::FieldId field;
  Offset offset;
  SeenFrom from;
  friend auto operator<=>(const GhostKey &, const GhostKey &) = default;
};
/// The cells whose distance from one face is less than `cells`, or the cells beyond the face if
/// `cells` is 0.
struct NearFace {
  int axis;
  Side side;
  int cells;
};
/// Value that replaces a read in the cells near the face `at`. If `also` is not empty, the cells
/// must be near all its faces, too.
struct GhostCase {
  NearFace at;
  std::size_t value; // index into GhostTable::values
  std::vector<NearFace> also = {};
};
/// Replacement of a cell beyond a face by a grid cell, along one axis. In the boundary value that
/// is evaluated for the replaced cell, a position such as `x` is that of the grid cell.
struct ReplacedAlong {
  ir::BoundaryKind by;
  Side side;
  int offset;           // offset of the read, in cells
  bool isShort = false; // the last cell of the kernels' grid is outside of the field
};
using Replaced = std::array<std::optional<ReplacedAlong>, kMaxAxes>;
/// Values that replace one read in the cells in which it leaves the grid.
struct Ghost {
  /// Values with the cells in which they apply. The first case that matches a cell is used. If none
  /// matches, the read is unchanged.
  std::vector<GhostCase> cases;
  std::vector<ReadSite> reads; // reads that the values make
  llvm::SMRange range = {};
};
/// All ghost cells (beyond the grid) of a program whose values are computed.
struct GhostTable {
  SeenLevels levels;
  std::map<GhostKey, Ghost> ghosts;
  std::vector<std::pair<ir::FieldId, ir::ExprId>> values; // values of ghost cells, with their field
  bool isWrong = false;                                   // reported as wrong
};

} // namespace stencilc::sema
