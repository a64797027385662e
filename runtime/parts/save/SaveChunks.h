/// \file Divides snapshots (saved cells of one time step) into chunks (blocks of cells). Worker
/// threads convert and compress chunks while one thread writes.
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
  /// Sets `cell` to the coordinates (x first) of the first cell of chunk `index`, counted in cells
  /// of the saved array. Chunks are numbered from 0, along the first axis fastest.
  void place(std::int64_t index, std::int64_t (&cell)[3]) const;
  /// Returns the address of chunk `index` in `snapshot` if its bytes there can be written to the
  /// file, and first gives all NaN in it the same bits. Returns null if its cells are not
  /// contiguous, or need another type or padding. The caller must then use fill().
  unsigned char *settleInPlace(std::int64_t index, unsigned char *snapshot) const;
  /// Copies the cells of chunk `index` from `snapshot` to `chunk` as the file stores them. Cells
  /// are converted to the file's type, all NaN get the same bits, and zeros are added beyond the
  /// end of the array.
  void fill(std::int64_t index, const unsigned char *snapshot, unsigned char *chunk) const;

private:
  const SavedArray &array;
};

/// Bytes of a chunk as they are written to a file, compressed or not.
using ChunkBytes = std::vector<unsigned char>;

/// Calls write(index, chunk) on the calling thread for each chunk (block of cells) of a snapshot,
/// in order. Up to `helpers` other threads prepare chunks. If `level` is above 0, chunks are
/// compressed, and one that cannot be compressed is empty. Stops and returns false when `write`
/// returns false.
bool eachChunk(const ChunkShape &shape, const unsigned char *snapshot, int level, int helpers,
               const hdf::Library &library,
               const std::function<bool(std::int64_t index, const ChunkBytes &chunk)> &write);

} // namespace stencilc::inline STENCILC_SPACE
