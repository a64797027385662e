/// \file Where the buffers of all fields lie in one block of memory.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Field.h"
#include "stencilc/Status.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Where buffers begin, counted from the first; at least what any vector access needs.
inline constexpr std::uint64_t kBufferAlignment = 256;
/// How much further a buffer begins than a page after the one before: CPUs that compare the lower
/// 12 bits of addresses take a load from one buffer for the store to the same cell of another.
inline constexpr std::uint64_t kPage = 4096, kBufferStagger = 9 * kBufferAlignment;

/// A line of the caches of a CPU, in bytes: of vectors of half as many that do not begin at a
/// multiple of their size, every second one lies in two lines.
inline constexpr std::uint64_t kCacheLine = 64;

/// Lays out all fields of `program` on a grid of `extents` cells. `bytes` is what they need
/// together, with reductions and what it takes to align memory that begins anywhere. `rowPitch` as
/// for makeLayout, for all fields; 0 is what the program says, or else the rule for its loops.
/// Allocates no cells.
Status planFields(const ProgramDescription &program, const std::int64_t (&extents)[3],
                  std::vector<FieldMemory> &fields, std::uint64_t &bytes,
                  std::uint64_t rowPitch = 0);

/// Does so for a part of the grid, whose boundaries are not all its own: extents may be smaller
/// than the program's boundaries allow.
Status planPart(const ProgramDescription &program, const std::int64_t (&extents)[3],
                std::vector<FieldMemory> &fields, std::uint64_t &bytes, std::uint64_t rowPitch);

/// Points the fields to their parts of `memory`, which has as many bytes as planFields() said.
/// Returns the memory behind them, for reductions.
double *placeFields(std::vector<FieldMemory> &fields, void *memory);

} // namespace stencilc::inline STENCILC_SPACE
