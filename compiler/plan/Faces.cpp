/// \file What faces of the grid ask of schedules.
#include "plan/Faces.h"
#include "ir/Walk.h"
#include <cmath>

namespace stencilc::plan {

bool keepsAlong(const ir::FieldDecl &field, int axis) {
  for (const ir::Boundary &face : field.boundary[axis])
    if (face.kind != ir::BoundaryKind::Keep && face.kind != ir::BoundaryKind::None)
      return false;
  return true;
}

bool hasFixedFace(const ir::FieldDecl &field) {
  for (const auto &faces : field.boundary)
    for (const ir::Boundary &face : faces)
      if (face.kind == ir::BoundaryKind::Fixed)
        return true;
  return false;
}

bool computesFaces(const ir::Program &program, ir::FieldId field) {
  for (const auto &faces : program.fields[field].boundary)
    for (const ir::Boundary &face : faces)
      if (face.kind == ir::BoundaryKind::Fixed && ir::contains<ir::Position>(program, face.value))
        return true;
  return false;
}

bool tensorsGive(const ir::Program &program, const ir::Boundary &face) {
  if (face.kind == ir::BoundaryKind::Keep || face.kind == ir::BoundaryKind::None)
    return true;
  if (face.kind != ir::BoundaryKind::Fixed)
    return false;
  const auto *value = std::get_if<ir::Constant>(&program[face.value].node);
  return value && value->value == 0 && !std::signbit(value->value);
}

bool tensorsGive(const analysis::Facts &facts, ir::FieldId field, int axes) {
  const Reach reach = facts.footprint.reachOf(field);
  for (int axis = 0; axis < axes; ++axis)
    for (Side side : {Side::Low, Side::High})
      if (reach.of(axis, side) &&
          !tensorsGive(facts.program, facts.program.fields[field].at(axis, side)))
        return false;
  return true;
}

bool isPeriodic(const analysis::Facts &facts, int axis) {
  for (const auto &[field, reach] : facts.footprint.fields)
    for (Side side : {Side::Low, Side::High})
      if (reach.of(axis, side) &&
          facts.program.fields[field].at(axis, side).kind == ir::BoundaryKind::Periodic)
        return true;
  return false;
}

} // namespace stencilc::plan
