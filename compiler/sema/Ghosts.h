/// \file Ghost cells that boundaries compute, as data (GhostCells.h makes and uses it).
#pragma once

#include "ir/Program.h"
#include "support/Geometry.h"
#include "syntax/Ast.h"
#include <array>
#include <map>
#include <optional>
#include <vector>

namespace stencilc::sema {

/// A read of a field, with the text that causes it.
struct ReadSite {
  ir::FieldId field;
  int level;
  Offset offset;
  llvm::SMRange range;
  int firstAxis = 0;          // of ghost cells: axes before it are not outside
  int insideAlong = -1;       // of ghost cells: an axis along which the cell that matters is inside
  ir::ProfileId profile = {}; // what is read in place of a field
  unsigned faces = 0;         // as GhostKey::faces
  unsigned inside = 0;        // as GhostKey::inside
  unsigned resolved = 0;      // as GhostKey::resolved
};

/// What is known of reads made in the cell at a face.
struct SeenInside {
  unsigned along = 0;  // axes along which all of them are inside, as bits
  unsigned likeIt = 0; // those along which what is as far away as `offset` is
  Offset offset = {};
  unsigned resolved = 0; // axes resolved before that of the face, as bits

  unsigned of(const Offset &read) const {
    unsigned all = along;
    for (int axis = 0; axis < kMaxAxes; ++axis)
      if (read[axis] == offset[axis])
        all |= likeIt & 1u << axis;
    return all;
  }
  /// The resolved axes along which a read may leave the grid.
  unsigned resolvedOf(const Offset &read) const {
    unsigned outside = 0;
    for (int axis = 0; axis < kMaxAxes; ++axis)
      outside |= read[axis] ? 1u << axis : 0;
    return resolved & outside & ~of(read);
  }
};

/// How ghost cells beyond a face are computed (GhostCells.h).
struct GhostRule {
  enum class Kind : std::uint8_t { Factor, Face, Slope, Extrapolate, From, Plain } kind;
  ast::ExprId value = {}; // the factor, the value at the face, the slope, what cells come from
  int points = 0;         // Extrapolate: cells that the polynomial goes through
  llvm::SMRange range = {};
  llvm::StringRef index = {}; // of a group: what the member's number is called
  int member = -1;            // and the number; -1: no group
  ir::BoundaryKind repeats = ir::BoundaryKind::Copy; // Factor, Face, Slope: which cells; Plain
};

/// A read that may leave the grid; axes before `firstAxis` are inside, or were looked at.
struct GhostKey {
  ir::FieldId field;
  int level;
  Offset offset;
  int firstAxis = 0;
  unsigned faces = 0; // axes along which what reads has one value more than cells, as bits
  /// Axes along which the cell is inside wherever this is asked, as bits: the value of a face is
  /// computed in the cell at that face, and reads none beyond it.
  unsigned inside = 0;
  /// Axes along which the ghost cell that reads this was replaced by one inside, as bits: they come
  /// before all others here, too.
  unsigned resolved = 0;
  friend auto operator<=>(const GhostKey &, const GhostKey &) = default;
};
/// The cells that are less than `cells` away from a face; of 0, those beyond.
struct NearFace {
  int axis;
  Side side;
  int cells;
};
/// What the read gives in the cells near `at`, as far as they are near all of `also`, too.
struct GhostCase {
  NearFace at;
  std::size_t value; // in GhostTable::values
  std::vector<NearFace> also = {};
};
/// An axis along which a read leaves the grid and gets a cell inside: positions are those of that
/// cell.
struct ReplacedAlong {
  ir::BoundaryKind by;
  Side side;
  int offset;           // of the read, in cells
  bool isShort = false; // the last cell of kernels' grid is outside
};
using Replaced = std::array<std::optional<ReplacedAlong>, kMaxAxes>;
struct Ghost {
  std::vector<GhostCase> cases; // the first that holds decides; of none, the read as it is
  std::vector<ReadSite> reads;  // what the values read
  llvm::SMRange range = {};
};
struct GhostTable {
  std::map<GhostKey, Ghost> ghosts;
  std::vector<std::pair<ir::FieldId, ir::ExprId>> values; // of ghost cells of the field
  bool isWrong = false;                                   // was reported
};

/// Until ghosts are in their places, the level of a read also says which axes were looked at.
inline constexpr int kRawLevel = 1000;

} // namespace stencilc::sema
