/// \file What faces of the grid ask of a wavefront.
#include "ir/Walk.h"
#include "plan/WavefrontShape.h"
#include <cmath>

namespace stencilc::plan {

bool fixesBeyond(const ir::Program &program, int steps) {
  for (const ir::Stage &stage : program.stages) {
    bool isRead = steps > 1; // by the next time step, or by another stage of this one
    for (const ir::Stage &other : program.stages)
      for (ir::ExprId id : ir::reachableFrom(program, {other.value}))
        if (const auto *read = std::get_if<ir::Read>(&program[id].node))
          isRead |= read->level == 1;
    for (const auto &faces : program.fields[stage.target].boundary)
      for (const ir::Boundary &face : faces)
        if (isRead && face.kind == ir::BoundaryKind::Fixed)
          return true;
  }
  return false;
}

bool needsOld(const ir::Program &program, int steps) {
  for (const ir::Stage &stage : program.stages)
    if (!stage.rim.isZero())
      return true;
  return fixesBeyond(program, steps);
}

bool keepsAlong(const ir::FieldDecl &field, int axis) {
  for (const ir::Boundary &face : field.boundary[axis])
    if (face.kind != ir::BoundaryKind::Keep && face.kind != ir::BoundaryKind::None)
      return false;
  return true;
}

bool tensorsGive(const ir::Program &program, const ir::Boundary &face) {
  if (face.kind == ir::BoundaryKind::Keep || face.kind == ir::BoundaryKind::None)
    return true;
  if (face.kind != ir::BoundaryKind::Fixed)
    return false;
  const auto *value = std::get_if<ir::Constant>(&program[face.value].node);
  return value && value->value == 0 && !std::signbit(value->value);
}

bool tensorsGiveAll(const analysis::Facts &facts) {
  for (const auto &[field, reach] : facts.footprint.fields)
    for (int axis = 0; axis < kMaxAxes; ++axis)
      for (Side side : {Side::Low, Side::High})
        if (reach.of(axis, side) &&
            !tensorsGive(facts.program, facts.program.fields[field].at(axis, side)))
          return false;
  return true;
}

bool patchesFaces(const analysis::Facts &facts, const WavefrontShape &shape) {
  for (const Ring &ring : shape.rings)
    if (isPatched(facts, shape, ring.field))
      return true;
  return false;
}

bool isPatched(const analysis::Facts &facts, const WavefrontShape &shape, ir::FieldId field) {
  if (!shape.plan.tensors || shape.onlyTensors || isPeriodic(facts, 0) || isPeriodic(facts, 1))
    return false;
  const Reach &reach = facts.footprint.fields.at(field);
  for (int axis : {0, 1})
    for (Side side : {Side::Low, Side::High})
      if (reach.of(axis, side) &&
          !tensorsGive(facts.program, facts.program.fields[field].at(axis, side)))
        return true;
  return false;
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
