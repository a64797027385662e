/// \file Cells of a stage that keep their values in all time steps of a wavefront.
#pragma once

#include "schedules/wavefront/Shape.h"

namespace stencilc::schedules {

/// Cells less than `width` away from a face are as they were, and those beyond it unless they
/// repeat others: these may lie further inside.
struct FrozenFace {
  int axis;
  Side side;
  int width;
  bool isRepeated; // beyond it
};

/// The faces of a stage at which cells keep their values: of the frozen layer, and beyond faces
/// that fix them. Cells that nobody needs may be among them.
std::vector<FrozenFace> frozenFaces(const analysis::Facts &facts, const WavefrontShape &shape,
                                    ir::StageId stage);

} // namespace stencilc::schedules
