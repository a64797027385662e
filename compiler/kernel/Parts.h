/// \file What warps or blocks have of columns that they share (stencilc/WarpShares.h).
#pragma once

#include "kernel/Build.h"

namespace stencilc::kernel {

/// Calls `sweep` with each part that warp or block number `taker` has of `shares`, in order.
void forEachPart(Builder &k, const Term &shares, const Term &taker,
                 const std::function<void(const Term &part)> &sweep);

} // namespace stencilc::kernel
