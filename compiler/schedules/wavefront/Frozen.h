/// \file Faces at which the cells of a stage keep their values in all time steps of a wavefront.
#pragma once

#include "schedules/wavefront/Shape.h"

namespace stencilc::schedules {

/// A face of the grid at which a stage keeps old values: in the `width` cells next to the face, and
/// in ghost cells beyond it. Ghost cells that repeat other cells (mirror, copy) are excepted, since
/// these other cells may lie further inside and change.
struct FrozenFace {
  int axis;
  Side side;
  int width;
  bool isRepeated; // ghost cells beyond this face repeat cells of the grid
};

/// Returns the faces at which a wavefront restores old values of `stage`. They have a frozen layer,
/// or give a value to ghost cells that later time steps read. Some restored cells may never be
/// read.
std::vector<FrozenFace> frozenFaces(const analysis::Facts &facts, const WavefrontShape &shape,
                                    ir::StageId stage);

} // namespace stencilc::schedules
