/// \file Loops over the parts of tile columns that a warp or block computes, if all planes of all
/// columns are divided evenly among warps (stencilc/WarpShares.h). A tile column has all planes of
/// a tile along the last axis, and a part is a range of these planes.
#pragma once

#include "kernel/build/Build.h"

namespace stencilc::kernel {

/// Emits a loop over the parts that the warp or block number `taker` computes, in order. A part is
/// a range of planes in a column of tiles. `shares` is an emitted object that divides the planes of
/// all columns evenly (stencilc/WarpShares.h). `sweep` emits the body for one part.
void forEachPart(Builder &k, const Term &shares, const Term &taker,
                 const std::function<void(const Term &part)> &sweep);

} // namespace stencilc::kernel
