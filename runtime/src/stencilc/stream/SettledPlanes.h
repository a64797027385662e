/// \file NaN in planes and files of a domain. Results are written with one NaN bit pattern only, so
/// that files can be compared (NotFinite.h).
#pragma once

#include "stencilc/Description.h"
#include "stencilc/stream/PlaneSums.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Gives every NaN of `planes` planes in memory the same bits. Returns true if all cells are
/// finite. `nx` is the number of cells in a row, without padding.
bool settlePlanes(unsigned char *rows, const PlaneLayout &layout, int planes, std::int64_t nx,
                  Scalar scalar);

/// Returns the index of the first cell that is NaN or infinite in `planes` planes, not counting
/// padding. Returns -1 if there is none.
std::int64_t firstNotFiniteIn(const unsigned char *rows, const PlaneLayout &layout, int planes,
                              Scalar scalar);

/// Reads the cells of a file, from byte `offset` on. Returns true if every NaN has the bits of
/// settlePlanes(). Sets `areFinite` to true if all cells are finite.
bool isFileSettled(const std::string &path, std::uint64_t offset, Scalar scalar, bool &areFinite);

} // namespace stencilc::inline STENCILC_SPACE
