/// \file Loops over the parts of tile columns that a warp or block computes, if all planes of all
/// columns are divided evenly among warps (stencilc/WarpShares.h).
#pragma once

#include "kernel/build/Build.h"

namespace stencilc::kernel {

/// Emits a loop over the parts of tile columns that the warp or block `taker` computes, in order.
/// `shares` is an emitted object that divides all planes evenly (stencilc/WarpShares.h). `sweep`
/// emits the body for one part.
void forEachPart(Builder &k, const Term &shares, const Term &taker,
                 const std::function<void(const Term &part)> &sweep);

} // namespace stencilc::kernel
