/// \file NaN in files that hold a domain: results are written with one kind of it only
/// (NotFinite.h).
#pragma once

#include "stencilc/Description.h"
#include "stencilc/stream/PlaneSums.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Gives every NaN of some planes in memory the same bits; whether all cells are finite. `nx`:
/// cells of a row, without padding.
bool settlePlanes(unsigned char *rows, const PlaneLayout &layout, int planes, std::int64_t nx,
                  Scalar scalar);

/// The first cell of some planes in memory that is NaN or infinite, padding not counted; else -1.
std::int64_t firstNotFiniteIn(const unsigned char *rows, const PlaneLayout &layout, int planes,
                              Scalar scalar);

/// Whether every NaN in a file, from `offset` on, has these bits already; reads all of it. Sets
/// `areFinite` to whether all its cells are finite.
bool isFileSettled(const std::string &path, std::uint64_t offset, Scalar scalar, bool &areFinite);

} // namespace stencilc::inline STENCILC_SPACE
