/// \file Snapshots that threads write to places in a file that are known before, side by side.
#pragma once

#include "stencilc/save/SaveChunks.h"
#include <cstdint>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Writes all chunks of a snapshot, chunk number i at byte `places[i]` of the open `file`, by
/// `threads` threads, one of them the caller's. 0, or the error (errno) that one of them met first;
/// the others then end.
int writeChunksAt(const ChunkShape &shape, unsigned char *snapshot, int threads, int file,
                  const std::vector<std::uint64_t> &places);

} // namespace stencilc::inline STENCILC_SPACE
