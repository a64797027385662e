/// \file Reductions over the whole domain from one value of each plane, for divided domains.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/RowPieces.h"
#include "stencilc/ranks/Ranks.h"
#include "stencilc/slabs/Decomposition.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Combines the values of all planes. It uses the order of a device that has all planes (Reduce.h),
/// so that the number of parts does not change a bit of the result.
double joinPlanes(Reduce kind, std::vector<double> planes);

/// Index at which the values of each part begin in the list of all values. The last entry is the
/// length of that list.
using PartOffsets = std::vector<std::size_t>;

/// Returns the cells that a part has of the only row of a grid with one axis.
RowPieces rowPiecesOf(const Decomposition &division, int part);

/// Returns where the values of each part begin: one value a plane, or with one axis the values of
/// rowPiecesOf().
PartOffsets partOffsets(const ProgramDescription &program, const Decomposition &division);

/// Fills in the values of parts that other processes have computed. `values[kind][offsets[part]]`
/// is the first value of a part. `ranksOf` has the process of each part. All processes must call
/// it.
Status gatherParts(Ranks &ranks, const PartOffsets &offsets, const std::vector<int> &ranksOf,
                   std::vector<std::vector<double>> &values);

/// Returns the reduction of the whole domain, made of the values of all parts.
double joinParts(const ProgramDescription &program, const Decomposition &division, Reduce kind,
                 std::vector<double> values);

} // namespace stencilc::inline STENCILC_SPACE
