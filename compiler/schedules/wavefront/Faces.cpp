/// \file What faces of the grid ask of a wavefront.
#include "plan/Faces.h"
#include "ir/Walk.h"
#include "schedules/wavefront/Shape.h"

namespace stencilc::schedules {

using namespace plan;

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
    if (!stage.frozen.isZero())
      return true;
  return fixesBeyond(program, steps);
}

bool tensorsGiveAll(const analysis::Facts &facts) {
  for (const auto &[field, reach] : facts.footprint.fields)
    if (!tensorsGive(facts, field, kMaxAxes))
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
  return !tensorsGive(facts, field, 2);
}

} // namespace stencilc::schedules
