/// \file Snapshots cut into chunks, which threads convert and compress beside the one that writes.
#pragma once

#include "stencilc/save/Hdf.h"
#include "stencilc/save/SavePlan.h"
#include <functional>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Chunks of an array: whole planes, else whole rows of a plane, else cells of a row, of about four
/// mebibytes each. The last along an axis may reach beyond the array, where it holds zeros.
class ChunkShape {
public:
  explicit ChunkShape(const SavedArray &array);

  /// Cells of a chunk along each axis, and how many there are.
  std::int64_t extents[3], counts[3];

  std::int64_t count() const { return counts[0] * counts[1] * counts[2]; }
  std::size_t bytes() const;
  /// The first cell of chunk number `index`, the first axis fastest.
  void place(std::int64_t index, std::int64_t (&cell)[3]) const;
  /// Where a snapshot has chunk number `index` as it is stored, once its NaN have got their bits
  /// there; null where cells must be gathered, converted or filled up.
  unsigned char *settleInPlace(std::int64_t index, unsigned char *snapshot) const;
  /// Chunk number `index` of a snapshot, as it is stored.
  void fill(std::int64_t index, const unsigned char *snapshot, unsigned char *chunk) const;

private:
  const SavedArray &array;
};

/// A chunk as it is written.
using ChunkBytes = std::vector<unsigned char>;

/// Hands all chunks of a snapshot, shuffled and deflated if `level` is above 0, to `write` in their
/// order, in the calling thread; false with the first that `write` refuses.
bool eachChunk(const ChunkShape &shape, const unsigned char *snapshot, int level, int helpers,
               const hdf::Library &library,
               const std::function<bool(std::int64_t index, const ChunkBytes &chunk)> &write);

} // namespace stencilc::inline STENCILC_SPACE
