/// \file What a read beyond each face of the grid gives: the one place that turns the boundaries of
/// a program into questions which plans and lowerings ask.
#pragma once

#include "analysis/Footprint.h"
#include "ir/Program.h"
#include <array>
#include <optional>
#include <variant>

namespace stencilc::analysis {

/// From a coordinate beyond a face to the cell of the grid that gives its value; n cells along the
/// axis.
enum class IndexMap : std::uint8_t {
  Periodic,   // u[-k] = u[n-k]
  MirrorCell, // u[-1-k] = u[k]
  MirrorNode, // u[-k] = u[k]
  Copy,       // u[-k] = u[0]
};

/// How far the cell that stands for another is from the outermost one, at this face or, where the
/// axis is periodic, at the opposite one. `beyond`: of the other, 1 being next to the face.
int standsFor(IndexMap map, int beyond);

/// No boundary is given: no read may leave the grid.
struct Unread {
  friend bool operator==(const Unread &, const Unread &) = default;
};
/// Cells whose update would read beyond the face are frozen: nothing is read there.
struct Kept {
  friend bool operator==(const Kept &, const Kept &) = default;
};
/// A value of the face's own.
struct Given {
  ir::ExprId value;
  /// Axes whose positions, and whose extents, it is computed from.
  std::array<bool, kMaxAxes> byPosition{}, byExtent{};
  bool isZero = false; // the constant 0, without sign

  friend bool operator==(const Given &, const Given &) = default;
};

/// One face of one field.
struct Face {
  std::variant<Unread, Kept, Given, IndexMap> beyond;
  /// How many cells beyond it updates read at most, of any level.
  int reach = 0;

  const Given *given() const { return std::get_if<Given>(&beyond); }
  std::optional<IndexMap> map() const;
  /// The map, or where there is none one that leads to any cell of the grid.
  IndexMap anyMap() const { return map().value_or(IndexMap::Copy); }
  /// Whether there are values beyond it that somebody may need.
  bool hasCells() const { return given() || map(); }
  bool goesRound() const { return map() == IndexMap::Periodic; }
  /// Whether cells near the face stand for those beyond it.
  bool repeats() const { return map() && !goesRound(); }
  /// Whether its value depends on the place, or on the place along `axis`.
  bool variesByPlace() const;
  bool variesAlong(int axis) const { return given() && given()->byPosition[axis]; }
  /// Whether zero gives what lies beyond it, or nobody needs that.
  bool zeroDoes() const { return !hasCells() || (given() && given()->isZero); }
  /// As sources write it: "mirror(cell)"; "no boundary".
  const char *text() const;

  friend bool operator==(const Face &, const Face &) = default;
};

/// All faces of one field; those of axes that the program does not have are not read.
struct FieldFaces {
  std::array<std::array<Face, 2>, kMaxAxes> faces;

  const Face &at(int axis, Side side) const { return faces[axis][static_cast<int>(side)]; }
  /// Whether no cell beyond the faces of an axis is ever needed.
  bool keepsAlong(int axis) const;
  /// Whether some face gives a value that is not a cell's.
  bool giveValues() const;
  /// Whether a value of some face is computed from the position.
  bool varyByPlace() const;
  /// Whether zero does for all faces of the first `axes` axes that updates read beyond.
  bool zeroDoes(int axes) const;
};

/// The faces of a field by the program alone: their reach is 0.
FieldFaces facesOf(const ir::Program &program, ir::FieldId field);
/// The faces of a profile likewise.
FieldFaces facesOf(const ir::Program &program, const ir::FieldDecl &field);

/// The faces of all fields.
class Faces {
public:
  Faces() = default;
  Faces(const ir::Program &program, const Footprint &footprint);

  const FieldFaces &operator[](ir::FieldId field) const { return fields[field]; }
  const Face &at(ir::FieldId field, int axis, Side side) const {
    return fields[field].at(axis, side);
  }
  /// Whether any field is read beyond an end of `axis` where it goes on at the other end.
  bool isPeriodic(int axis) const;
  /// Whether any field goes on there, read or not.
  bool mayBePeriodic(int axis) const;
  /// Faces where memory goes on beyond the ends of `axis`, so that nobody leaves it.
  Faces endless(int axis) const;
  /// Faces where memory holds what is near one end of `axis` without what is near the other: what
  /// goes round there, which no update reads, leads to nothing.
  Faces withoutOtherEnd(int axis) const;
  /// Faces where all fields go on at the other end of the axes where some field is read so.
  Faces allGoRound() const;

private:
  Store<ir::FieldId, FieldFaces> fields;
};

} // namespace stencilc::analysis
