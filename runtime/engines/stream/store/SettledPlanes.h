/// \file Gives all NaN in planes and files of results the same bits, so that files of equal results
/// have equal bytes.
#pragma once

#include "runtime/files/PlaneSums.h"
#include "stencilc/Description.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Gives every NaN of `planes` planes at `rows` the same bits. `nx` is the number of cells in a
/// row, without padding. Returns true if all cells are finite.
bool settlePlanes(unsigned char *rows, const PlaneLayout &layout, int planes, std::int64_t nx,
                  Scalar scalar);

/// Returns the index of the first NaN or infinite cell in `planes` planes, counted from the first
/// cell at `rows`. Padding of rows is neither read nor counted. Returns -1 if all cells are finite.
std::int64_t firstNotFiniteIn(const unsigned char *rows, const PlaneLayout &layout, int planes,
                              Scalar scalar);

/// Reads all cells of a file, from byte `offset` on. Returns true if every NaN has the bits that
/// result files use. Sets `areFinite` to true if all cells are finite.
bool isFileSettled(const std::string &path, std::uint64_t offset, Scalar scalar, bool &areFinite);

} // namespace stencilc::inline STENCILC_SPACE
