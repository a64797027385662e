/// \file Where the cells of a buffer lie: pitches and sizes in bytes, checked in 64 bits.
#pragma once

#include "stencilc/Field.h"
#include "stencilc/Status.h"
#include <cstddef>
#include <optional>

namespace stencilc::inline STENCILC_SPACE {

/// Rows begin at multiples of this many bytes: one memory transaction of a warp.
inline constexpr std::uint64_t kRowAlignment = 128;
/// From this row length on a power of two as pitch is avoided.
inline constexpr std::uint64_t kLongRow = 512;
/// What a pitch given by the user must be a multiple of: the widest single access.
inline constexpr std::uint64_t kWidestAccess = 16;

/// The pitch of a row of `rowBytes`: a multiple of 128 bytes and, from 512 bytes on, not a power of
/// two (then 128 bytes more). Schäfer and Fey measured both ("High performance stencil code
/// algorithms for GPGPUs", section 4): throughput peaks at multiples of 128 bytes, and drops at
/// powers of two, most of all at 256 and 512 cells, where the rows of a column all fall into the
/// same cache set. Below 512 bytes, 128 more would be half the row or all of it again. Nothing if
/// 64 bits do not hold the pitch.
std::optional<std::uint64_t> chooseRowPitch(std::uint64_t rowBytes);

/// The layout of `extents` cells of `cellBytes` each. `rowPitch` 0 lets the rule above choose,
/// kPackedRows adds no more than alignment. Refuses extents below 1 or above kMaxExtent, pitches
/// that do not fit, and sizes beyond 2^63 - 1 bytes; allocates nothing.
Status makeLayout(const std::int64_t (&extents)[3], std::size_t cellBytes, std::uint64_t rowPitch,
                  Layout &layout);

} // namespace stencilc::inline STENCILC_SPACE
