/// \file Boundary conditions at the faces of the grid: the values of reads beyond them. Planning
/// and code generation take them from here, not from the IR.
#pragma once

#include "analysis/Footprint.h"
#include "ir/Program.h"
#include <array>
#include <optional>
#include <variant>

namespace stencilc::analysis {

/// Index map: the rule that gives, for a coordinate beyond a face, the cell of the grid whose value
/// is used. The axis has n cells.
enum class IndexMap : std::uint8_t {
  Periodic,   // u[-k] = u[n-k]
  MirrorCell, // u[-1-k] = u[k]
  MirrorNode, // u[-k] = u[k]
  Copy,       // u[-k] = u[0]
};

/// Returns the position of the grid cell whose value a read beyond a face gets. `beyond` is the
/// distance from the face in cells: 1 is the first cell outside. Positions count from 0, the
/// outermost cell at the same face, or with Periodic at the opposite face.
int wrappedIndex(IndexMap map, int beyond);

/// Absence of a boundary condition, because no update reads beyond the face.
struct Unread {
  friend bool operator==(const Unread &, const Unread &) = default;
};
/// Boundary condition `keep`: cells whose update would read beyond the face keep their old values.
/// So no update reads beyond the face.
struct FrozenFace {
  friend bool operator==(const FrozenFace &, const FrozenFace &) = default;
};
/// Boundary condition `fixed`: an expression gives the values beyond the face.
struct Given {
  ir::ExprId value;
  /// Axes on whose coordinate `value` depends, and axes on whose extent it depends.
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
  /// Returns the index map of the face (the cell of the grid that gives each value beyond it).
  /// Returns nullopt if the boundary condition is no index map.
  std::optional<IndexMap> map() const;
  /// Returns the index map of the face: the rule that gives, for each coordinate beyond the face, a
  /// cell of the grid. If the boundary condition is no index map, returns IndexMap::Copy (the
  /// nearest cell), so that every mapped coordinate is inside the grid.
  IndexMap anyMap() const { return map().value_or(IndexMap::Copy); }
  /// Returns true if the boundary condition gives values beyond the face: a fixed value, or an
  /// index map (a cell of the grid).
  bool hasCells() const { return given() || map(); }
  /// Returns true if the boundary condition of the face is periodic.
  bool isPeriodic() const { return map() == IndexMap::Periodic; }
  /// Returns true if cells near this face give the values beyond it, as with mirror and copy.
  bool repeats() const { return map() && !isPeriodic(); }
  /// Returns true if the boundary condition is a fixed value that depends on a coordinate.
  bool variesByPlace() const;
  /// Returns true if the boundary condition is a fixed value that depends on the coordinate along
  /// `axis`.
  bool variesAlong(int axis) const { return given() && given()->byPosition[axis]; }
  /// Returns true if a kernel may load zero for all cells beyond the face: the fixed value there is
  /// zero, or updates need no value.
  bool zeroFillSuffices() const { return !hasCells() || (given() && given()->isZero); }
  /// Returns the boundary condition as a .stencil file spells it, such as "mirror(cell)" or "keep".
  /// Returns "no boundary" if there is none.
  const char *text() const;

  friend bool operator==(const Face &, const Face &) = default;
};

/// All faces of one field. Faces of axes that the program does not have are Unread.
struct FieldFaces {
  std::array<std::array<Face, 2>, kMaxAxes> faces;

  const Face &at(int axis, Side side) const { return faces[axis][static_cast<int>(side)]; }
  /// Returns true if neither face of `axis` has a boundary condition that gives values beyond the
  /// grid. Then cells near these faces keep their old values, or no update reads beyond these
  /// faces.
  bool keepsAlong(int axis) const;
  /// Returns true if the boundary condition of some face is a fixed value.
  bool giveValues() const;
  /// Returns true if the fixed value of some face depends on a coordinate.
  bool varyByPlace() const;
  /// Returns true if a kernel may load zero for all cells beyond the faces of the first `axes`
  /// axes. Faces beyond which no update reads do not count.
  bool zeroFillSuffices(int axes) const;
};

/// Returns the boundary conditions of a field at all faces. The result has `reach` 0, because reads
/// beyond faces are not known here.
FieldFaces facesOf(const ir::Program &program, ir::FieldId field);
/// Returns the boundary conditions of a profile (values along some axes only), which is declared
/// like a field. The result has `reach` 0, because reads beyond faces are not known here.
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
  /// Returns true if some field is declared periodic along `axis`, even if no update reads beyond
  /// its faces.
  bool mayBePeriodic(int axis) const;
  /// Returns the faces for a kernel whose memory continues beyond both ends of `axis`. Both faces
  /// of this axis are Unread, because no read leaves the memory.
  Faces endless(int axis) const;
  /// Returns the faces for a kernel whose memory holds only some of the planes along `axis`.
  /// Periodic faces of this axis become Unread (no boundary condition), because the planes at the
  /// opposite face may be missing. Precondition: no update and no reduction reads beyond them.
  Faces withoutOtherEnd(int axis) const;
  /// Returns a copy of the faces with more periodic faces. If an update reads some field beyond a
  /// periodic face of an axis, both faces of this axis become periodic for all fields.
  Faces allGoRound() const;

private:
  Store<ir::FieldId, FieldFaces> fields;
};

} // namespace stencilc::analysis
