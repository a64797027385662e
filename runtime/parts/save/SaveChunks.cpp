/// \file Divides snapshots (saved cells of one time step) into chunks (blocks of cells), which
/// several threads convert and compress.
#include "runtime/parts/save/SaveChunks.h"
#include "runtime/core/fields/NotFinite.h"
#include "runtime/parts/save/SaveTypes.h"
#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <thread>

namespace stencilc::inline STENCILC_SPACE {

ChunkShape::ChunkShape(const SavedArray &array) : array(array) {
  constexpr std::int64_t kTarget = std::int64_t{4} << 20;
  auto room = kTarget / static_cast<std::int64_t>(sizeOf(array.to));
  for (int axis = 0; axis < 3; ++axis) {
    // Takes as many cells as fit into a chunk, divided so that all chunks have nearly the same
    // size.
    const std::int64_t most = std::max<std::int64_t>(1, std::min(room, array.count[axis]));
    counts[axis] = (array.count[axis] + most - 1) / most;
    extents[axis] = (array.count[axis] + counts[axis] - 1) / counts[axis];
    counts[axis] = (array.count[axis] + extents[axis] - 1) / extents[axis];
    room /= extents[axis];
  }
}

std::size_t ChunkShape::bytes() const {
  return static_cast<std::size_t>(extents[0] * extents[1] * extents[2]) * sizeOf(array.to);
}

void ChunkShape::place(std::int64_t index, std::int64_t (&cell)[3]) const {
  cell[0] = index % counts[0] * extents[0];
  cell[1] = index / counts[0] % counts[1] * extents[1];
  cell[2] = index / counts[0] / counts[1] * extents[2];
}

unsigned char *ChunkShape::settleInPlace(std::int64_t index, unsigned char *snapshot) const {
  std::int64_t cell[3];
  place(index, cell);
  // If a chunk covers only a part of an axis, its extent is 1 along all slower axes. The cells of a
  // chunk are therefore contiguous.
  bool isWhole = array.from == array.to && array.by[0] == 1;
  for (int axis = 0; axis < 3; ++axis)
    isWhole &= cell[axis] + extents[axis] <= array.count[axis];
  if (!isWhole)
    return nullptr;
  const std::int64_t first = (cell[2] * array.count[1] + cell[1]) * array.span() + cell[0];
  unsigned char *const chunk = snapshot + static_cast<std::size_t>(first) * sizeOf(array.from);
  settleNotFinite(chunk, extents[0] * extents[1] * extents[2], array.to);
  return chunk;
}

void ChunkShape::fill(std::int64_t index, const unsigned char *snapshot,
                      unsigned char *chunk) const {
  std::int64_t cell[3], there[3];
  place(index, cell);
  for (int axis = 0; axis < 3; ++axis)
    there[axis] = std::min(extents[axis], array.count[axis] - cell[axis]);
  const std::size_t from = sizeOf(array.from), to = sizeOf(array.to);
  if (there[0] < extents[0] || there[1] < extents[1] || there[2] < extents[2])
    std::memset(chunk, 0, bytes());
  for (std::int64_t z = 0; z < there[2]; ++z)
    for (std::int64_t y = 0; y < there[1]; ++y) {
      const std::int64_t row = (cell[2] + z) * array.count[1] + cell[1] + y;
      const std::int64_t first = row * array.span() + cell[0] * array.by[0];
      convertCells(
          array.from, snapshot + static_cast<std::size_t>(first) * from, array.by[0], array.to,
          chunk + static_cast<std::size_t>((z * extents[1] + y) * extents[0]) * to, there[0]);
    }
}

namespace {

/// Queue of chunks of a snapshot. Several threads convert and compress them, and one thread writes
/// them in order.
class ChunkWork {
public:
  ChunkWork(const ChunkShape &shape, const unsigned char *snapshot, int level,
            std::size_t cellBytes, const hdf::Library &library, int threads)
      : shape(shape), snapshot(snapshot), level(level), cellBytes(cellBytes), library(library),
        ring(static_cast<std::size_t>(2 * threads)) {}

  /// Converts and compresses chunks until none is left. Each worker thread runs it.
  void help() {
    for (std::int64_t index; takeNext(index);) {
      ChunkBytes made = make(index);
      const std::lock_guard lock(mutex);
      Place &place = at(index);
      place.chunk = std::move(made);
      place.isReady = true;
      changed.notify_all();
    }
  }
  ChunkBytes await(std::int64_t index) {
    std::unique_lock lock(mutex);
    Place &place = at(index);
    changed.wait(lock, [&] { return place.isReady; });
    place.isReady = false;
    ChunkBytes chunk = std::move(place.chunk);
    ++written;
    changed.notify_all();
    return chunk;
  }
  void stop() {
    const std::lock_guard lock(mutex);
    isStopped = true;
    changed.notify_all();
  }
  ChunkBytes make(std::int64_t index) const {
    ChunkBytes plain(shape.bytes());
    shape.fill(index, snapshot, plain.data());
    if (level == 0)
      return plain;
    const ChunkBytes shuffled = shuffle(plain);
    unsigned long bytes = library.compressBound(shuffled.size());
    ChunkBytes deflated(bytes);
    constexpr int kFine = 0;
    if (library.compress(deflated.data(), &bytes, shuffled.data(), shuffled.size(), level) != kFine)
      bytes = 0;
    deflated.resize(bytes);
    return deflated;
  }

private:
  struct Place {
    ChunkBytes chunk;
    bool isReady = false;
  };

  Place &at(std::int64_t index) { return ring[static_cast<std::size_t>(index) % ring.size()]; }
  bool takeNext(std::int64_t &index) {
    std::unique_lock lock(mutex);
    index = next++;
    const auto room = static_cast<std::int64_t>(ring.size());
    changed.wait(lock, [&] { return isStopped || index < written + room; });
    return !isStopped && index < shape.count();
  }
  /// Reorders bytes as HDF5's shuffle filter does: the first bytes of all cells, then the second
  /// ones, etc.
  ChunkBytes shuffle(const ChunkBytes &plain) const {
    ChunkBytes shuffled(plain.size());
    const std::size_t cells = plain.size() / cellBytes;
    for (std::size_t byte = 0; byte < cellBytes; ++byte)
      for (std::size_t cell = 0; cell < cells; ++cell)
        shuffled[byte * cells + cell] = plain[cell * cellBytes + byte];
    return shuffled;
  }

  const ChunkShape &shape;
  const unsigned char *snapshot;
  int level;
  std::size_t cellBytes;
  const hdf::Library &library;
  std::vector<Place> ring;
  std::mutex mutex;
  std::condition_variable changed;
  std::int64_t next = 0, written = 0;
  bool isStopped = false;
};

} // namespace

bool eachChunk(const ChunkShape &shape, const unsigned char *snapshot, int level, int helpers,
               const hdf::Library &library,
               const std::function<bool(std::int64_t index, const ChunkBytes &chunk)> &write) {
  const std::size_t cellBytes =
      shape.bytes() /
      static_cast<std::size_t>(shape.extents[0] * shape.extents[1] * shape.extents[2]);
  const int threads = static_cast<int>(std::min<std::int64_t>(helpers, shape.count()));
  ChunkWork work(shape, snapshot, level, cellBytes, library, std::max(threads, 1));
  if (threads < 2) {
    for (std::int64_t index = 0; index < shape.count(); ++index)
      if (!write(index, work.make(index)))
        return false;
    return true;
  }
  std::vector<std::thread> team;
  for (int i = 0; i < threads; ++i)
    team.emplace_back([&work] { work.help(); });
  bool fine = true;
  for (std::int64_t index = 0; index < shape.count() && fine; ++index)
    fine = write(index, work.await(index));
  work.stop();
  for (std::thread &thread : team)
    thread.join();
  return fine;
}

} // namespace stencilc::inline STENCILC_SPACE
