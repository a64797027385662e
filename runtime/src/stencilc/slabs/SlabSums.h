/// \file Reductions over the whole domain from one value of each plane, for domains divided among
/// devices.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/RowPieces.h"
#include "stencilc/ranks/Ranks.h"
#include "stencilc/slabs/Decomposition.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the combination of one value for each plane of the domain. The order is that of a device
/// that has all planes (Reduce.h), so the number of devices does not change a bit of the result.
double joinPlanes(Reduce kind, std::vector<double> planes);

/// Adds to `values[kind][plane]`, which has this process's planes, the values of planes that other
/// processes have computed. `ranksOf` has for each part the number of its process. All processes
/// must call it.
Status gatherPlanes(Ranks &ranks, const Decomposition &division, const std::vector<int> &ranksOf,
                    std::vector<std::vector<double>> &values);

} // namespace stencilc::inline STENCILC_SPACE
