/// \file The layout of the buffers of all fields in one allocation.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Field.h"
#include "stencilc/Status.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Alignment of the first buffer in bytes. It is enough for every vector access.
inline constexpr std::uint64_t kBufferAlignment = 256;
/// Page size and stagger in bytes. Each buffer begins `kBufferStagger` bytes after the page-aligned
/// end of the one before. Otherwise cells of different buffers would share the lower 12 bits of
/// their addresses. CPUs then delay a load from one buffer after a store to the other (4K
/// aliasing).
inline constexpr std::uint64_t kPage = 4096, kBufferStagger = 9 * kBufferAlignment;

/// Size of a CPU cache line in bytes. Every second vector of half this size lies in two lines if
/// the vectors are not aligned.
inline constexpr std::uint64_t kCacheLine = 64;

/// Plans the memory of all fields of `program` on a grid of `extents` cells. Sets `bytes` to the
/// total with the space for reductions and alignment. `rowPitch` is that of makeLayout; 0 takes the
/// program's pitch or the rule for its loops. Allocates nothing.
Status planFields(const ProgramDescription &program, const std::int64_t (&extents)[3],
                  std::vector<FieldMemory> &fields, std::uint64_t &bytes,
                  std::uint64_t rowPitch = 0);

/// Plans the memory of all fields as planFields() does, for a part of a divided grid. The part may
/// be smaller than the boundary conditions of the program allow for a whole grid.
Status planPart(const ProgramDescription &program, const std::int64_t (&extents)[3],
                std::vector<FieldMemory> &fields, std::uint64_t &bytes, std::uint64_t rowPitch);

/// Sets the addresses of all fields within `memory`, which has as many bytes as planFields() has
/// computed. Returns the address after the last field, where reductions store partial results.
double *placeFields(std::vector<FieldMemory> &fields, void *memory);

} // namespace stencilc::inline STENCILC_SPACE
