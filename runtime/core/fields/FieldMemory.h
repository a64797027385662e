/// \file Layout of the buffers of all fields in one allocation of memory.
#pragma once

#include "runtime/core/support/Status.h"
#include "stencilc/Description.h"
#include "stencilc/Field.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Alignment of the first buffer in bytes. It is enough for every vector access.
inline constexpr std::uint64_t kBufferAlignment = 256;
/// Page size and stagger in bytes. Each buffer begins `kBufferStagger` bytes after the page-aligned
/// end of the previous buffer. Without the stagger, cells of different buffers would share the
/// lower 12 bits of their addresses. CPUs then delay a load from one buffer after a store to
/// another (4K aliasing).
inline constexpr std::uint64_t kPage = 4096, kBufferStagger = 9 * kBufferAlignment;

/// Size of a CPU cache line in bytes. If vectors of half this size are not aligned, every second
/// one crosses a line.
inline constexpr std::uint64_t kCacheLine = 64;

/// Plans the memory of all fields of `program` on a grid of `extents` cells, without allocating it.
/// Sets `bytes` to the total, with space for reductions and alignment. `rowPitch` is the distance
/// between rows in bytes. With 0, uses the distance that the program asks for, or else a default.
Status planFields(const ProgramDescription &program, const std::int64_t (&extents)[3],
                  std::vector<FieldMemory> &fields, std::uint64_t &bytes,
                  std::uint64_t rowPitch = 0);

/// Plans the memory of all fields for a part of a divided grid. The arguments and the result are
/// those of planFields(). The part may have fewer cells than the boundary conditions of the program
/// require of a whole grid.
Status planPart(const ProgramDescription &program, const std::int64_t (&extents)[3],
                std::vector<FieldMemory> &fields, std::uint64_t &bytes, std::uint64_t rowPitch);

/// Sets the addresses of all fields within `memory`, which has the size that planFields() has
/// computed. Returns the address after the last field, where reductions store intermediate results.
double *placeFields(std::vector<FieldMemory> &fields, void *memory);

} // namespace stencilc::inline STENCILC_SPACE
