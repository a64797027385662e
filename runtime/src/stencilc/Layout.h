/// \file The layout of the cells of a buffer: pitches and sizes in bytes, with checks for overflow.
#pragma once

#include "stencilc/Field.h"
#include "stencilc/Status.h"
#include <cstddef>
#include <optional>

namespace stencilc::inline STENCILC_SPACE {

/// Alignment of rows in bytes: the size of one memory transaction of a warp.
inline constexpr std::uint64_t kRowAlignment = 128;
/// Row length in bytes from which a pitch must not be a power of two.
inline constexpr std::uint64_t kLongRow = 512;
/// Unit of row pitches in bytes that the user chooses: the width of the widest single access.
inline constexpr std::uint64_t kWidestAccess = 16;

/// Returns the pitch for rows of `rowBytes` bytes: a multiple of 128 bytes, and from 512 bytes on
/// no power of two. Returns nullopt on overflow. With a power of two, all rows of a column fall
/// into the same cache set (Schäfer and Fey, "High performance stencil code algorithms for GPGPUs",
/// section 4). For shorter rows, the 128 bytes that avoid it would be too much.
std::optional<std::uint64_t> chooseRowPitch(std::uint64_t rowBytes);

/// Sets `layout` for `extents` cells of `cellBytes` bytes. `rowPitch` is in bytes; 0 uses
/// chooseRowPitch(), kPackedRows adds alignment only. Fails for extents below 1 or above
/// kMaxExtent, pitches that do not fit, and sizes beyond 2^63 - 1 bytes. Allocates nothing.
Status makeLayout(const std::int64_t (&extents)[3], std::size_t cellBytes, std::uint64_t rowPitch,
                  Layout &layout);

} // namespace stencilc::inline STENCILC_SPACE
