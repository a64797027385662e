/// \file What faces of the grid ask of a wavefront.
#include "ir/Walk.h"
#include "schedules/wavefront/Shape.h"

namespace stencilc::schedules {

using namespace plan;

bool fixesBeyond(const analysis::Facts &facts, int steps) {
  const ir::Program &program = facts.program;
  for (const ir::Stage &stage : program.stages) {
    bool isRead = steps > 1; // by the next time step, or by another stage of this one
    for (const ir::Stage &other : program.stages)
      for (ir::ExprId id : ir::reachableFrom(program, {other.value}))
        if (const auto *read = std::get_if<ir::Read>(&program[id].node))
          isRead |= read->level == 1;
    if (isRead && facts.faces[stage.target].giveValues())
      return true;
  }
  return false;
}

bool needsOld(const analysis::Facts &facts, int steps) {
  for (const ir::Stage &stage : facts.program.stages)
    if (!stage.frozen.isZero())
      return true;
  return fixesBeyond(facts, steps);
}

bool tensorsGiveAll(const analysis::Facts &facts) {
  for (const auto &[field, reach] : facts.footprint.fields)
    if (!facts.faces[field].zeroDoes(kMaxAxes))
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
  if (!shape.plan.tensors || shape.onlyTensors || facts.faces.isPeriodic(0) ||
      facts.faces.isPeriodic(1))
    return false;
  return !facts.faces[field].zeroDoes(2);
}

} // namespace stencilc::schedules
