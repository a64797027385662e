/// \file Faces of the grid at which cells of a stage keep their old values in all time steps.
#pragma once

#include "schedules/wavefront/shape/Shape.h"

namespace stencilc::schedules {

/// A face of the grid at which a stage keeps old values: in the `width` cells next to the face, and
/// in ghost cells beyond the face. Ghost cells of a mirror or copy face are excepted, because the
/// cells with the same values may lie farther inside and change.
struct FrozenFace {
  int axis;
  Side side;
  int width;
  bool isRepeated; // ghost cells beyond this face repeat cells of the grid
};

/// Returns the faces at which a wavefront kernel restores old values of `stage`. They have a frozen
/// layer (cells that keep their values), or a boundary value in ghost cells that later time steps
/// read. Some restored cells may never be read.
std::vector<FrozenFace> frozenFaces(const analysis::Facts &facts, const WavefrontShape &shape,
                                    ir::StageId stage);

/// Returns the width in cells, on each side of each axis, of the layer of frozen cells, which keep
/// their values. It is the largest width of all stages.
Reach frozenLayer(const ir::Program &program);

} // namespace stencilc::schedules
