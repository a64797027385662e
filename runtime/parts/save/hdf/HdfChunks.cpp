/// \file Computes chunk positions in an HDF5 dataset, and writes chunks through HDF5.
#include "runtime/parts/save/hdf/HdfChunks.h"

namespace stencilc::inline STENCILC_SPACE {

std::vector<hdf::Size> HdfChunks::firstCell(std::int64_t index) const {
  std::int64_t cell[3];
  shape.place(index, cell);
  std::vector<hdf::Size> first = {time};
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis)
    first.push_back(static_cast<hdf::Size>(cell[*axis]));
  return first;
}

std::vector<hdf::Size> HdfChunks::places() const {
  std::vector<hdf::Size> all;
  for (std::int64_t index = 0; index < shape.count(); ++index) {
    const auto place = hdf::Objects(library).chunkPlace(cells, firstCell(index).data());
    if (!place)
      return {};
    all.push_back(*place);
  }
  return all;
}

bool HdfChunks::write(const unsigned char *snapshot, int level, int helpers) const {
  return eachChunk(shape, snapshot, level, helpers, library,
                   [&](std::int64_t index, const ChunkBytes &chunk) {
                     return !chunk.empty() && library.writeChunk(cells.get(), hdf::kDefault, 0,
                                                                 firstCell(index).data(),
                                                                 chunk.size(), chunk.data()) >= 0;
                   });
}

} // namespace stencilc::inline STENCILC_SPACE
