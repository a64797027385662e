/// \file Finds the steps of a sweep in which tensor-map loads (TMA) fill the planes of a tile.
#include "schedules/wavefront/faces/TensorSteps.h"
#include "schedules/wavefront/faces/Faces.h"
#include <algorithm>

namespace stencilc::schedules {

TensorSteps tensorSteps(const Wave &wave) {
  const WavefrontShape &shape = wave.shape;
  int first = shape.loads.rings.front().arrival, last = first;
  bool isKeptAround = true, isPlaneBeyond = false;
  for (const Ring &ring : shape.loads.rings) {
    first = std::max(first, ring.arrival);
    last = std::min(last, ring.arrival);
    const analysis::FieldFaces &faces = wave.facts.faces[ring.field];
    for (int axis = 0; axis < wave.along; ++axis)
      isKeptAround &= faces.keepsAlong(axis);
    isPlaneBeyond |= !faces.keepsAlong(wave.along);
  }
  const bool patches = patchesFaces(wave.facts, shape);
  const bool areAll = shape.loads.onlyTensors && (isPlaneBeyond || first > last);
  const bool isPeriodic = wave.facts.faces.isPeriodic(0) || wave.facts.faces.isPeriodic(1);
  const char *const why = patches  ? "The threads replace it by the boundary values"
                          : areAll ? "It is the boundary value, or no update reads these cells"
                                   : "It is used where no update reads these cells";
  return {first, last, areAll,
          !wave.methods.fillsPlanes() &&
              (areAll || patches || isKeptAround || shape.loads.onlyTensors || !isPeriodic),
          why};
}

} // namespace stencilc::schedules
