/// \file Function that writes the chunks of a snapshot with several threads, if their offsets in
/// the file are known.
#pragma once

#include "runtime/parts/save/SaveChunks.h"
#include <cstdint>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Writes all chunks of a snapshot: chunk i at offset `places[i]`, in bytes, of the open `file`. It
/// uses `threads` threads, including the calling one. Returns 0 or the first error (an errno
/// value), after which all threads stop.
int writeChunksAt(const ChunkShape &shape, unsigned char *snapshot, int threads, int file,
                  const std::vector<std::uint64_t> &places);

} // namespace stencilc::inline STENCILC_SPACE
