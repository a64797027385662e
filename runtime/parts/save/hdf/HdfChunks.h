/// \file Writes one snapshot (saved values of one time) as compressed chunks of a dataset in an
/// HDF5 file, and finds the positions of these chunks in the file.
#pragma once

#include "runtime/files/hdf/HdfObjects.h"
#include "runtime/parts/save/SaveChunks.h"

namespace stencilc::inline STENCILC_SPACE {

/// Chunks of one snapshot in an HDF5 dataset with the axes time, z, y, x. The constructor's
/// arguments `library`, `cells` and `array` are stored by reference and must outlive the object.
class HdfChunks {
public:
  /// Constructs the chunks of one snapshot. `axes` are the axes that the dataset has, the fastest
  /// first. `time` is the index of the snapshot along the dataset's first axis.
  HdfChunks(const hdf::Library &library, const hdf::Handle &cells, const SavedArray &array,
            std::vector<int> axes, std::uint64_t time)
      : shape(array), library(library), cells(cells), axes(std::move(axes)), time(time) {}

  const ChunkShape shape;

  /// Returns the offset in the file, in bytes, of each chunk of the snapshot. Returns an empty
  /// vector if HDF5 does not give the offset of one of them.
  std::vector<hdf::Size> places() const;
  /// Writes all chunks of `snapshot` through HDF5, compressed if `level` is above 0, with up to
  /// `helpers` threads that convert and compress. Returns false if a chunk cannot be written.
  bool write(const unsigned char *snapshot, int level, int helpers) const;

private:
  /// Returns the coordinates in the dataset, time first, of the first cell of chunk `index`.
  std::vector<hdf::Size> firstCell(std::int64_t index) const;

  const hdf::Library &library;
  const hdf::Handle &cells;
  const std::vector<int> axes;
  const std::uint64_t time;
};

} // namespace stencilc::inline STENCILC_SPACE
