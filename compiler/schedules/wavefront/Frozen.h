/// \file Cells of a stage that keep their values in all time steps of a wavefront.
#pragma once

#include "schedules/wavefront/Shape.h"

namespace stencilc::schedules {

/// Cells less than `width` away from a face, or beyond it, are as they were.
struct FrozenFace {
  int axis;
  Side side;
  int width;
};

/// The faces of a stage at which cells keep their values: of the frozen layer, and beyond faces
/// that fix them. Cells that nobody needs may be among them.
std::vector<FrozenFace> frozenFaces(const analysis::Facts &facts, const WavefrontShape &shape,
                                    ir::StageId stage);

} // namespace stencilc::schedules
