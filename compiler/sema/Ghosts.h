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

/// A read of a field or a profile, with its place in the source.
struct ReadSite {
  ir::FieldId field;
  int level;
  Offset offset;
  llvm::SMRange range;
  /// Reads by ghost cells: along axes before this one the read stays inside the grid.
  int firstAxis = 0;
  /// Reads by ghost cells: axis along which the cell is inside; -1: none.
  int insideAlong = -1;
  ir::ProfileId profile = {}; // valid: a read of this profile, not of a field
  unsigned faces = 0;         // as SeenFrom::faces
  unsigned inside = 0;        // as SeenFrom::inside
  unsigned resolved = 0;      // as SeenFrom::resolved
};

/// Knowledge about reads that are made in the cell at a face.
struct SeenInside {
  unsigned along = 0; // axes along which all reads stay inside, as bits
  /// Axes along which reads with the same displacement as `offset` stay inside, as bits.
  unsigned likeIt = 0;
  Offset offset = {};
  /// Axes resolved before the axis of the face, as bits.
  unsigned resolved = 0;

  /// Returns the axes along which `read` stays inside, as bits.
  unsigned of(const Offset &read) const {
    unsigned all = along;
    for (int axis = 0; axis < kMaxAxes; ++axis)
      if (read[axis] == offset[axis])
        all |= likeIt & 1u << axis;
    return all;
  }
  /// Returns the resolved axes along which `read` leaves the grid where the reader does.
  unsigned resolvedOf(const Offset &read) const {
    unsigned outside = 0;
    for (int axis = 0; axis < kMaxAxes; ++axis)
      outside |= read[axis] && read[axis] == offset[axis] ? 1u << axis : 0;
    return resolved & outside & ~of(read);
  }
};

/// Rule that computes the ghost cells beyond a face (see GhostCells.h).
struct GhostRule {
  enum class Kind : std::uint8_t { Factor, Face, Slope, Extrapolate, From, Plain } kind;
  /// The factor, the value at the face, the slope, or the expression of `from`.
  ast::ExprId value = {};
  /// Extrapolate: number of cells that the polynomial interpolates.
  int points = 0;
  llvm::SMRange range = {};
  llvm::StringRef index = {}; // groups: name of the member number
  int member = -1;            // groups: the member number; -1: no group
  /// Factor, Face, Slope, Plain: boundary kind that selects the repeated cells.
  ir::BoundaryKind repeats = ir::BoundaryKind::Copy;
};

/// State of the lowering in which a read is made. It decides which ghost cells the read sees.
struct SeenFrom {
  int level;
  /// Axes before this one are inside the grid or already resolved.
  int firstAxis = 0;
  /// Axes along which the reading expression has one value more than there are cells, as bits.
  unsigned faces = 0;
  /// Axes along which the cell is inside for every use of the read, as bits. The value of a face is
  /// computed in the cell at that face and does not read beyond it.
  unsigned inside = 0;
  /// Axes along which the ghost cell that makes this read was replaced by one inside, as bits. They
  /// are resolved before all other axes.
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
/// Identification of a read that may leave the grid.
struct GhostKey {
  ir::FieldId field;
  Offset offset;
  SeenFrom from;
  friend auto operator<=>(const GhostKey &, const GhostKey &) = default;
};
/// The cells closer than `cells` to a face; 0: the cells beyond the face.
struct NearFace {
  int axis;
  Side side;
  int cells;
};
/// Value of a read in the cells that are near `at` and near all faces of `also`.
struct GhostCase {
  NearFace at;
  std::size_t value; // index into GhostTable::values
  std::vector<NearFace> also = {};
};
/// Replacement of a cell outside along one axis by a cell inside, to which positions refer.
struct ReplacedAlong {
  ir::BoundaryKind by;
  Side side;
  int offset;           // offset of the read, in cells
  bool isShort = false; // the last cell of the kernels' grid is outside of the field
};
using Replaced = std::array<std::optional<ReplacedAlong>, kMaxAxes>;
/// Values that one read gives where it reaches ghost cells.
struct Ghost {
  /// The first matching case applies. If none matches, the read is unchanged.
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
