/// \file Finds the faces of the grid at which cells keep their old values.
#include "schedules/wavefront/faces/Frozen.h"
#include "schedules/wavefront/faces/Faces.h"
#include "schedules/wavefront/faces/Repeats.h"

namespace stencilc::schedules {

using namespace plan;

std::vector<FrozenFace> frozenFaces(const analysis::Facts &facts, const WavefrontShape &shape,
                                    ir::StageId stage) {
  const ir::Program &program = facts.program;
  const ir::Stage &source = program.stages[stage];
  std::vector<FrozenFace> faces;
  if (shape.tile.isUniform) // frozen cells are not stored
    return faces;
  for (int axis = 0; axis < program.rank(); ++axis) {
    if (facts.faces.isPeriodic(axis)) // tiles continue beyond it and never read the face
      continue;
    for (Side side : {Side::Low, Side::High}) {
      const int width = source.frozen.of(axis, side);
      const bool isFixed =
          facts.faces.at(source.target, axis, side).given() && fixesBeyond(facts, shape.plan.steps);
      if (width || isFixed)
        faces.push_back({axis, side, width, repeatedReach(facts, source.target, axis, side) > 0});
    }
  }
  return faces;
}

Reach frozenLayer(const ir::Program &program) {
  Reach frozen;
  for (const ir::Stage &stage : program.stages)
    frozen.include(stage.frozen);
  return frozen;
}

} // namespace stencilc::schedules
