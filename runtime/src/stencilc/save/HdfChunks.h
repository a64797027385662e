/// \file The chunks of one snapshot in a dataset of an HDF5 file.
#pragma once

#include "stencilc/save/HdfObjects.h"
#include "stencilc/save/SaveChunks.h"

namespace stencilc::inline STENCILC_SPACE {

/// Where a snapshot is in a dataset (time, z, y, x); everything it is made of must outlive it.
class HdfChunks {
public:
  /// `axes`: those that the dataset has; `time`: the number of the snapshot.
  HdfChunks(const hdf::Library &library, const hdf::Handle &cells, const SavedArray &array,
            std::vector<int> axes, std::uint64_t time)
      : shape(array), library(library), cells(cells), axes(std::move(axes)), time(time) {}

  const ChunkShape shape;

  /// The bytes of the file that chunks begin at; empty unless that is known of all.
  std::vector<hdf::Size> places() const;
  /// Writes all through HDF5, compressed if `level` is above 0; false if it fails.
  bool write(const unsigned char *snapshot, int level, int helpers) const;

private:
  /// The cell of the dataset that chunk number `index` begins with.
  std::vector<hdf::Size> firstCell(std::int64_t index) const;

  const hdf::Library &library;
  const hdf::Handle &cells;
  const std::vector<int> axes;
  const std::uint64_t time;
};

} // namespace stencilc::inline STENCILC_SPACE
