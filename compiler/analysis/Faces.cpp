/// \file Boundary conditions at the faces of the grid: the values of reads beyond them.
#include "analysis/Faces.h"
#include "ir/Names.h"
#include "ir/Walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>

namespace stencilc::analysis {

int wrappedIndex(IndexMap map, int beyond) {
  switch (map) {
  case IndexMap::MirrorNode:
    return beyond;
  case IndexMap::Periodic:
  case IndexMap::MirrorCell:
    return beyond - 1;
  case IndexMap::Copy:
    return 0;
  }
  llvm_unreachable("faces: unknown index map");
}

// --- one face -----------------------------------------------------------------------------------

std::optional<IndexMap> Face::map() const {
  const auto *held = std::get_if<IndexMap>(&beyond);
  return held ? std::optional(*held) : std::nullopt;
}

bool Face::variesByPlace() const {
  return given() && llvm::any_of(given()->byPosition, [](bool varies) { return varies; });
}

const char *Face::text() const {
  return match(
      beyond, [](const Unread &) { return "no boundary"; },
      [](const FrozenFace &) { return ir::toString(ir::BoundaryKind::Keep); },
      [](const Given &) { return ir::toString(ir::BoundaryKind::Fixed); },
      [](const IndexMap &map) {
        switch (map) {
        case IndexMap::Periodic:
          return ir::toString(ir::BoundaryKind::Periodic);
        case IndexMap::MirrorCell:
          return "mirror(cell)";
        case IndexMap::MirrorNode:
          return "mirror(node)";
        case IndexMap::Copy:
          return ir::toString(ir::BoundaryKind::Copy);
        }
        llvm_unreachable("faces: unknown index map");
      });
}

static Given givenBy(const ir::Program &program, ir::ExprId value) {
  Given given{.value = value};
  for (ir::ExprId id : ir::reachableFrom(program, {value})) {
    if (const auto *position = std::get_if<ir::Position>(&program[id].node))
      given.byPosition[position->axis] = true;
    if (const auto *extent = std::get_if<ir::Extent>(&program[id].node))
      given.byExtent[extent->axis] = true;
  }
  const auto *constant = std::get_if<ir::Constant>(&program[value].node);
  given.isZero = constant && constant->value == 0 && !std::signbit(constant->value);
  return given;
}

static Face faceOf(const ir::Program &program, const ir::Boundary &boundary) {
  switch (boundary.kind) {
  case ir::BoundaryKind::None:
    return {Unread{}};
  case ir::BoundaryKind::Keep:
    return {FrozenFace{}};
  case ir::BoundaryKind::Fixed:
    return {givenBy(program, boundary.value)};
  case ir::BoundaryKind::Periodic:
    return {IndexMap::Periodic};
  case ir::BoundaryKind::MirrorCell:
    return {IndexMap::MirrorCell};
  case ir::BoundaryKind::MirrorNode:
    return {IndexMap::MirrorNode};
  case ir::BoundaryKind::Copy:
    return {IndexMap::Copy};
  }
  llvm_unreachable("faces: unknown boundary");
}

// --- the faces of a field -----------------------------------------------------------------------

FieldFaces facesOf(const ir::Program &program, ir::FieldId field) {
  return facesOf(program, program.fields[field]);
}

FieldFaces facesOf(const ir::Program &program, const ir::FieldDecl &field) {
  FieldFaces all;
  for (int axis = 0; axis < program.rank(); ++axis)
    for (Side side : {Side::Low, Side::High})
      all.faces[axis][static_cast<int>(side)] = faceOf(program, field.at(axis, side));
  return all;
}

bool FieldFaces::keepsAlong(int axis) const {
  return llvm::none_of(faces[axis], [](const Face &face) { return face.hasCells(); });
}

/// Returns true if the predicate `is` holds for at least one face of the field.
template <class Is> static bool anyOf(const FieldFaces &all, Is is) {
  return llvm::any_of(all.faces, [&](const auto &ends) { return llvm::any_of(ends, is); });
}

bool FieldFaces::giveValues() const {
  return anyOf(*this, [](const Face &face) { return face.given() != nullptr; });
}

bool FieldFaces::varyByPlace() const {
  return anyOf(*this, [](const Face &face) { return face.variesByPlace(); });
}

bool FieldFaces::zeroFillSuffices(int axes) const {
  for (int axis = 0; axis < axes; ++axis)
    for (const Face &face : faces[axis])
      if (face.reach && !face.zeroFillSuffices())
        return false;
  return true;
}

// --- the faces of all fields --------------------------------------------------------------------

Faces::Faces(const ir::Program &program, const Footprint &footprint) {
  for (ir::FieldId field : program.fields.ids()) {
    FieldFaces all = facesOf(program, field);
    const Reach reach = footprint.reachOf(field);
    for (int axis = 0; axis < program.rank(); ++axis)
      for (Side side : {Side::Low, Side::High})
        all.faces[axis][static_cast<int>(side)].reach = reach.of(axis, side);
    fields.add(all);
  }
}

bool Faces::isPeriodic(int axis) const {
  return llvm::any_of(fields, [&](const FieldFaces &field) {
    return llvm::any_of(field.faces[axis],
                        [](const Face &face) { return face.reach && face.isPeriodic(); });
  });
}

bool Faces::mayBePeriodic(int axis) const {
  return llvm::any_of(fields, [&](const FieldFaces &field) {
    return llvm::any_of(field.faces[axis], [](const Face &face) { return face.isPeriodic(); });
  });
}

Faces Faces::endless(int axis) const {
  Faces all = *this;
  for (FieldFaces &field : all.fields)
    for (Face &face : field.faces[axis])
      face.beyond = Unread{};
  return all;
}

Faces Faces::withoutOtherEnd(int axis) const {
  Faces all = *this;
  for (FieldFaces &field : all.fields)
    for (Face &face : field.faces[axis])
      if (face.isPeriodic())
        face.beyond = Unread{};
  return all;
}

Faces Faces::allGoRound() const {
  Faces all = *this;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (isPeriodic(axis))
      for (FieldFaces &field : all.fields)
        for (Face &face : field.faces[axis])
          face.beyond = IndexMap::Periodic;
  return all;
}

} // namespace stencilc::analysis
