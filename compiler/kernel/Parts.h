/// \file Loops over the work that a warp or block has in shared columns (stencilc/WarpShares.h).
#pragma once

#include "kernel/Build.h"

namespace stencilc::kernel {

/// Adds a loop that calls `sweep` for each part of `shares` that warp or block number `taker` has,
/// in order.
void forEachPart(Builder &k, const Term &shares, const Term &taker,
                 const std::function<void(const Term &part)> &sweep);

} // namespace stencilc::kernel
