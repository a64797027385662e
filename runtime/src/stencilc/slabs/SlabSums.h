/// \file Reductions over the whole domain from one value of each plane, for divided domains.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/ranks/Ranks.h"
#include "stencilc/slabs/Decomposition.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Combines the values of all planes. It uses the order of a device that has all planes (Reduce.h),
/// so that the number of parts does not change a bit of the result.
double joinPlanes(Reduce kind, std::vector<double> planes);

/// Fills in the values of planes that other processes have computed. `values[kind][plane]` has
/// those of this process. `ranksOf` has the process of each part. All processes must call it.
Status gatherPlanes(Ranks &ranks, const Decomposition &division, const std::vector<int> &ranksOf,
                    std::vector<std::vector<double>> &values);

} // namespace stencilc::inline STENCILC_SPACE
