/// \file Combines the reduction results of single planes of a divided domain to one result.
#pragma once

#include "runtime/engines/slabs/plan/Decomposition.h"
#include "runtime/parts/ranks/Ranks.h"
#include "stencilc/Description.h"
#include "stencilc/RowPieces.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the result of a reduction over the domain. `planes` has the reduced value of each plane.
/// The order of operations is that of one device with all planes (Reduce.h), so any number of
/// devices gives the same bits.
double joinPlanes(Reduce kind, std::vector<double> planes);

/// Index of the first value of each part (slab of a device) in the list of the reduction values of
/// all parts. A further entry is the length of the list.
using PartOffsets = std::vector<std::size_t>;

/// Returns the range of cells that part number `part` (the slab of a device) computes, for a grid
/// with one axis.
RowPieces rowPiecesOf(const Decomposition &division, int part);

/// Returns the index of the first reduction value of each part (slab of a device) in the list of
/// the values of all parts. A part has one value for each of its planes. With one axis it has one
/// for each whole segment (1024 cells), and one for each other cell.
PartOffsets partOffsets(const ProgramDescription &program, const Decomposition &division);

/// Exchanges reduction values among processes, so that each has the values of all parts (slabs of
/// devices). The list `values[k]` has the values of reduction k, those of a part from index
/// `offsets[part]` on. Process `ranksOf[part]` has computed them. All processes must call this
/// function together.
Status gatherParts(Ranks &ranks, const PartOffsets &offsets, const std::vector<int> &ranksOf,
                   std::vector<std::vector<double>> &values);

/// Returns the reduction over the whole domain. `values` has the reduction values of all parts
/// (slabs of devices), in order.
double joinParts(const ProgramDescription &program, const Decomposition &division, Reduce kind,
                 std::vector<double> values);

} // namespace stencilc::inline STENCILC_SPACE
