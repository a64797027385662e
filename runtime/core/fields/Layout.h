/// \file Layout of the cells of a buffer: distances of rows and planes, and size, in bytes.
/// Overflow is an error.
#pragma once

#include "runtime/core/support/Status.h"
#include "stencilc/Field.h"
#include <cstddef>
#include <optional>

namespace stencilc::inline STENCILC_SPACE {

/// Alignment of the start of rows in bytes, which is the size of one memory transaction of a warp.
inline constexpr std::uint64_t kRowAlignment = 128;
/// Smallest row pitch (distance from row to row), in bytes, that must not be a power of two.
/// Otherwise cells of one column would share a cache set.
inline constexpr std::uint64_t kLongRow = 512;
/// Width of the widest single memory access, in bytes. A row pitch (distance from row to row, in
/// bytes) that the user gives must be a multiple of it.
inline constexpr std::uint64_t kWidestAccess = 16;

/// Returns the distance from row to row, in bytes, for rows of `rowBytes` bytes: the next multiple
/// of 128. If that is a power of two and at least 512, adds 128. Otherwise cells of one column
/// would share a cache set (Schäfer and Fey, "High performance stencil code algorithms for GPGPUs",
/// section 4). Returns nullopt on overflow.
std::optional<std::uint64_t> chooseRowPitch(std::uint64_t rowBytes);

/// Sets `layout` for a grid of `extents` cells of `cellBytes` bytes. `rowPitch` is in bytes; 0 uses
/// chooseRowPitch(), kPackedRows only aligns rows to 16 bytes. Fails for extents below 1 or above
/// kMaxExtent, pitches that are too small, and sizes above 2^63 - 1 bytes. Allocates nothing.
Status makeLayout(const std::int64_t (&extents)[3], std::size_t cellBytes, std::uint64_t rowPitch,
                  Layout &layout);

} // namespace stencilc::inline STENCILC_SPACE
