/// \file Divides snapshots into chunks. Worker threads convert and compress them while one thread
/// writes.
#pragma once

#include "runtime/files/hdf/Hdf.h"
#include "runtime/parts/save/SavePlan.h"
#include <functional>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Division of a saved array into chunks of at most about 4 MiB: whole planes, or else whole rows,
/// or else parts of a row. The last chunk along an axis may extend beyond the array and holds zeros
/// there.
class ChunkShape {
public:
  explicit ChunkShape(const SavedArray &array);

  /// Extents of a chunk in cells (`extents`), and number of chunks (`counts`), along each axis.
  std::int64_t extents[3], counts[3];

  std::int64_t count() const { return counts[0] * counts[1] * counts[2]; }
  std::size_t bytes() const;
  /// Sets `cell` to the coordinates of the first cell of chunk `index`. Chunks are numbered with
  /// the first axis fastest.
  void place(std::int64_t index, std::int64_t (&cell)[3]) const;
  /// Returns the address of chunk `index` in `snapshot` if its bytes are those that the file
  /// stores, after all NaN in it have been given the same bits. Returns null if its cells must
  /// first be gathered, converted or padded, which fill() does.
  unsigned char *settleInPlace(std::int64_t index, unsigned char *snapshot) const;
  /// Copies chunk `index` of `snapshot` to `chunk`, with the type, padding and NaN bits that the
  /// file stores.
  void fill(std::int64_t index, const unsigned char *snapshot, unsigned char *chunk) const;

private:
  const SavedArray &array;
};

/// Bytes of a chunk as they are written to a file, compressed or not.
using ChunkBytes = std::vector<unsigned char>;

/// Calls `write` on the calling thread with each chunk of a snapshot, in order, while up to
/// `helpers` other threads prepare chunks. A `level` above 0 shuffles and compresses chunks, and a
/// failure to compress gives an empty chunk. Stops and returns false as soon as `write` returns
/// false.
bool eachChunk(const ChunkShape &shape, const unsigned char *snapshot, int level, int helpers,
               const hdf::Library &library,
               const std::function<bool(std::int64_t index, const ChunkBytes &chunk)> &write);

} // namespace stencilc::inline STENCILC_SPACE
