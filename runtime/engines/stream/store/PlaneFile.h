/// \file Reads and writes the planes of a field in files. In the file, the planes are one packed
/// array after a header. In memory, rows may be padded. Several threads transfer blocks of a size
/// that suits transfers without the page cache.
#pragma once

#include "runtime/core/fields/CellTypes.h"
#include "runtime/engines/stream/store/DirectFile.h"
#include "runtime/files/PlaneSums.h"
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Copies bytes [begin, end) of an array without padding to `rows`, memory with rows that are
/// `pitch` bytes apart. `packed` points to byte `begin` of the array, `rows` to the first row.
/// Copies from `rows` to `packed` if `kToRows` is false.
template <bool kToRows>
void copyPacked(unsigned char *packed, unsigned char *rows, std::uint64_t rowBytes,
                std::uint64_t pitch, std::uint64_t begin, std::uint64_t end) {
  while (begin < end) {
    const std::uint64_t inside = begin % rowBytes, size = std::min(end - begin, rowBytes - inside);
    unsigned char *const there = rows + begin / rowBytes * pitch + inside;
    std::memcpy(kToRows ? there : packed, kToRows ? packed : there, size);
    packed += size;
    begin += size;
  }
}

/// Returns the index of the first NaN or infinite cell in `planes` planes, counted from the first
/// cell of these planes. Padding of rows is neither read nor counted. Returns -1 if all cells are
/// finite.
template <class T>
std::int64_t firstNotFinite(const PlaneLayout &layout, const unsigned char *rows, int planes) {
  const auto nx = static_cast<std::int64_t>(layout.rowBytes / sizeof(T));
  for (std::int64_t row = 0; row < std::int64_t(layout.rows) * planes; ++row) {
    const T *cells = reinterpret_cast<const T *>(rows + std::uint64_t(row) * layout.rowPitch);
    bool all = true;
    for (std::int64_t x = 0; x < nx; ++x)
      all &= isFiniteCell(cells[x]);
    for (std::int64_t x = 0; x < nx && !all; ++x)
      if (!isFiniteCell(cells[x]))
        return row * nx + x;
  }
  return -1;
}

/// Divides the transfer of a file into pieces (blocks of equal size) and shares them among several
/// threads. Holds a buffer for each thread.
class PieceCarrier {
public:
  static constexpr int kThreads = 4; // transfers that the disk works on at once
  static constexpr std::uint64_t kLargest = std::uint64_t{4} << 20;

  /// Returns the bytes of the buffers of all threads, each of `piece` bytes.
  static std::uint64_t bytes(std::uint64_t piece) { return kThreads * piece; }

  Status open(std::uint64_t bytesOfPiece);

  /// Divides the byte range [begin, end) at multiples of the piece size. Calls work(buffer, begin,
  /// end) for each piece, in several threads. The first failure stops all threads and is returned.
  template <class Work> Status carry(std::uint64_t begin, std::uint64_t end, const Work &work) {
    const std::uint64_t first = begin / piece, last = (end + piece - 1) / piece;
    std::atomic<std::uint64_t> next = first;
    std::atomic<bool> good = true;
    std::mutex mutex;
    Status failed;
    const auto thread = [&](int number) {
      for (std::uint64_t index; good && (index = next++) < last;) {
        const Status status =
            work(memory.get() + static_cast<std::uint64_t>(number) * piece,
                 std::max(begin, index * piece), std::min(end, (index + 1) * piece));
        if (status)
          continue;
        const std::lock_guard<std::mutex> lock(mutex);
        if (good.exchange(false))
          failed = status;
      }
    };
    std::vector<std::thread> threads;
    for (int number = 1; number < kThreads && static_cast<std::uint64_t>(number) < last - first;
         ++number) {
      try {
        threads.emplace_back(thread, number);
      } catch (const std::system_error &) {
        break; // fewer threads do the work
      }
    }
    thread(0);
    for (std::thread &other : threads)
      other.join();
    return failed;
  }

private:
  struct Free {
    void operator()(unsigned char *block) const { std::free(block); }
  };
  std::uint64_t piece = 0;
  std::unique_ptr<unsigned char, Free> memory;
};

/// Reads planes [begin, end) of a file to `rows` in memory. Adds their checksums to `sums` unless
/// it is null.
Status readPlanes(DirectFile &file, const PlaneLayout &layout, std::int64_t begin, std::int64_t end,
                  unsigned char *rows, PieceCarrier &carrier, PlaneSums *sums = nullptr);

/// Writes a file with a header and then planes, one after the other, without the page cache. Such
/// transfers need whole units of kDirectUnit bytes. Bytes that do not fill a unit are held until
/// the next call.
class PlaneWriter {
public:
  /// Creates the file `path`, which will begin with `header`. The header must have
  /// `planeLayout.offset` bytes. `planes` is the number of planes for which checksums are computed,
  /// or 0 for no checksums.
  Status open(const std::string &path, const std::string &header, const PlaneLayout &planeLayout,
              std::int64_t planes = 0);
  bool isDirect() const { return file.isDirect(); }

  /// Appends `count` planes from `rows` to the file, with the threads of `carrier`.
  Status write(unsigned char *rows, std::int64_t count, PieceCarrier &carrier);
  /// Writes the bytes that are still held, and waits until the file is on disk.
  Status finish(PieceCarrier &carrier);
  /// Returns the checksums of the planes that were written, in the order of the planes. The list is
  /// empty if open() asked for no checksums, or if the size of a plane is no multiple of 4 bytes.
  PlaneSumList planeSums() const { return sums ? sums->list() : PlaneSumList(); }

private:
  DirectFile file;
  std::unique_ptr<PlaneSums> sums;
  PlaneLayout layout;
  std::uint64_t written = 0;          // bytes in the file
  std::vector<unsigned char> waiting; // bytes that follow and are not written yet
};

} // namespace stencilc::inline STENCILC_SPACE
