/// \file Function that writes a snapshot (saved cells of one time step) with several threads. The
/// snapshot is divided into chunks (blocks of cells), whose offsets in the file are known.
#pragma once

#include "runtime/parts/save/SaveChunks.h"
#include <cstdint>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Writes all chunks of a snapshot (saved cells of one time step). Chunk i, a block of cells, is
/// written at offset `places[i]`, in bytes, of the open `file`. `threads` threads, including the
/// calling one, write. Returns 0, or the first error (a value of errno), after which all threads
/// stop.
int writeChunksAt(const ChunkShape &shape, unsigned char *snapshot, int threads, int file,
                  const std::vector<std::uint64_t> &places);

} // namespace stencilc::inline STENCILC_SPACE
