/// \file Faces of the grid: the values of reads beyond them. Plans and lowerings learn about
/// boundary conditions here only.
#pragma once

#include "analysis/Footprint.h"
#include "ir/Program.h"
#include <array>
#include <optional>
#include <variant>

namespace stencilc::analysis {

/// Index map: from a coordinate beyond a face to the cell of the grid that gives its value. The
/// axis has n cells.
enum class IndexMap : std::uint8_t {
  Periodic,   // u[-k] = u[n-k]
  MirrorCell, // u[-1-k] = u[k]
  MirrorNode, // u[-k] = u[k]
  Copy,       // u[-k] = u[0]
};

/// Maps a read `beyond` cells outside of a face (1: the cell next to the face) into the grid.
/// Returns the distance of the resulting cell from the outermost cell of the grid at the same face.
/// With Periodic it is the outermost cell at the opposite face.
int wrappedIndex(IndexMap map, int beyond);

/// No boundary condition. No read may go beyond the face.
struct Unread {
  friend bool operator==(const Unread &, const Unread &) = default;
};
/// Boundary condition `keep`: cells whose update would read beyond the face are frozen. No read
/// goes beyond it.
struct FrozenFace {
  friend bool operator==(const FrozenFace &, const FrozenFace &) = default;
};
/// Boundary condition `fixed`: an expression gives the values beyond the face.
struct Given {
  ir::ExprId value;
  /// Axes whose coordinates, and axes whose extents, `value` depends on.
  std::array<bool, kMaxAxes> byPosition{}, byExtent{};
  bool isZero = false; // the constant +0

  friend bool operator==(const Given &, const Given &) = default;
};

/// A face of one field: the boundary condition, and how far updates read beyond the face.
struct Face {
  std::variant<Unread, FrozenFace, Given, IndexMap> beyond;
  /// Largest number of cells that updates read beyond the face, over all time levels.
  int reach = 0;

  const Given *given() const { return std::get_if<Given>(&beyond); }
  /// Returns the index map of the face, or nullopt if it has none.
  std::optional<IndexMap> map() const;
  /// Returns the index map of the face, or Copy if it has none. The result always leads to a cell
  /// of the grid.
  IndexMap anyMap() const { return map().value_or(IndexMap::Copy); }
  /// Returns true if there are values beyond the face that a read may need: those of a fixed value
  /// or of an index map.
  bool hasCells() const { return given() || map(); }
  /// Returns true if the boundary condition of the face is periodic.
  bool isPeriodic() const { return map() == IndexMap::Periodic; }
  /// Returns true if cells near this face give the values beyond it: mirror or copy.
  bool repeats() const { return map() && !isPeriodic(); }
  /// Returns true if the fixed value of the face depends on a coordinate.
  bool variesByPlace() const;
  /// Returns true if the fixed value of the face depends on the coordinate along `axis`.
  bool variesAlong(int axis) const { return given() && given()->byPosition[axis]; }
  /// Returns true if all reads beyond the face may give zero, because its fixed value is zero or no
  /// value there is needed.
  bool zeroFillSuffices() const { return !hasCells() || (given() && given()->isZero); }
  /// Returns the boundary condition as in a source, such as "mirror(cell)", or "no boundary".
  const char *text() const;

  friend bool operator==(const Face &, const Face &) = default;
};

/// All faces of one field. Faces of axes that the program does not have are Unread.
struct FieldFaces {
  std::array<std::array<Face, 2>, kMaxAxes> faces;

  const Face &at(int axis, Side side) const { return faces[axis][static_cast<int>(side)]; }
  /// Returns true if neither face of `axis` has values beyond it, so that no cell there is ever
  /// needed.
  bool keepsAlong(int axis) const;
  /// Returns true if the boundary condition of some face is a fixed value.
  bool giveValues() const;
  /// Returns true if the fixed value of some face depends on a coordinate.
  bool varyByPlace() const;
  /// Returns true if all reads beyond faces of the first `axes` axes may give zero. Faces beyond
  /// which no update reads do not count.
  bool zeroFillSuffices(int axes) const;
};

/// Returns the faces of a field. Their `reach` is 0, because it depends on the footprint of the
/// updates.
FieldFaces facesOf(const ir::Program &program, ir::FieldId field);
/// Returns the faces of a profile, which is declared like a field. Their `reach` is 0.
FieldFaces facesOf(const ir::Program &program, const ir::FieldDecl &field);

/// The faces of all fields of a program.
class Faces {
public:
  Faces() = default;
  Faces(const ir::Program &program, const Footprint &footprint);

  const FieldFaces &operator[](ir::FieldId field) const { return fields[field]; }
  const Face &at(ir::FieldId field, int axis, Side side) const {
    return fields[field].at(axis, side);
  }
  /// Returns true if an update reads some field beyond a periodic face of `axis`.
  bool isPeriodic(int axis) const;
  /// Returns true if some field has a periodic face along `axis`, whether or not updates read
  /// beyond it.
  bool mayBePeriodic(int axis) const;
  /// Returns the faces as seen by a kernel whose memory continues beyond both ends of `axis`. They
  /// are Unread along this axis, because no read leaves the memory.
  Faces endless(int axis) const;
  /// Returns the faces as seen by a kernel whose memory has only one end of `axis`. Periodic faces
  /// of this axis become Unread; no update reads beyond them.
  Faces withoutOtherEnd(int axis) const;
  /// Returns the faces, but with all fields periodic along each axis along which an update reads
  /// some field beyond a periodic face.
  Faces allGoRound() const;

private:
  Store<ir::FieldId, FieldFaces> fields;
};

} // namespace stencilc::analysis
