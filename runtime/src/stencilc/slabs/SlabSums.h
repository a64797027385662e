/// \file Numbers of the whole domain from one value of each plane, whoever has the planes.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/ranks/Ranks.h"
#include "stencilc/slabs/Decomposition.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// The value of all planes, as a device that has all of them finds it (Reduce.h): the order is that
/// of the planes, so that no number of parts changes a bit.
double joinPlanes(Reduce kind, std::vector<double> planes);

/// Completes values of planes, `values[kind][plane]`, with those that other processes have;
/// `ranksOf`: part by part, its process.
Status gatherPlanes(Ranks &ranks, const Decomposition &division, const std::vector<int> &ranksOf,
                    std::vector<std::vector<double>> &values);

} // namespace stencilc::inline STENCILC_SPACE
