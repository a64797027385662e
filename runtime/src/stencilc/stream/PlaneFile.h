/// \file Planes of a field in a file, as one array behind a header, and in memory with the padding
/// of rows: several threads read, and write, pieces that direct transfers can take.
#pragma once

#include "stencilc/CellTypes.h"
#include "stencilc/stream/DirectFile.h"
#include "stencilc/stream/PlaneSums.h"
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

/// Bytes [begin, end) of rows without padding, from or to rows `pitch` apart.
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

/// The first cell of `planes` planes of rows that is NaN or infinite, padding not counted; else -1.
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

/// Buffers for pieces under way, and the threads that carry them.
class PieceCarrier {
public:
  static constexpr int kThreads = 4; // so many requests are with the disk at a time
  static constexpr std::uint64_t kLargest = std::uint64_t{4} << 20;

  /// Bytes of all buffers.
  static std::uint64_t bytes(std::uint64_t piece) { return kThreads * piece; }

  Status open(std::uint64_t bytesOfPiece);

  /// work(buffer, begin, end) for all pieces of [begin, end), whose ends are multiples of the
  /// pieces' size but for the first and the last; the first failure ends it.
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
        break; // fewer do it
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

/// Reads planes [begin, end) to rows in memory, and adds them to `sums` if that is not null.
Status readPlanes(DirectFile &file, const PlaneLayout &layout, std::int64_t begin, std::int64_t end,
                  unsigned char *rows, PieceCarrier &carrier, PlaneSums *sums = nullptr);

/// Writes planes one after the other behind a header. What does not fill a unit of direct transfers
/// waits for the planes to come.
class PlaneWriter {
public:
  /// `header` is layout.offset bytes; of `planes` planes there are sums.
  Status open(const std::string &path, const std::string &header, const PlaneLayout &planeLayout,
              std::int64_t planes = 0);
  bool isDirect() const { return file.isDirect(); }

  /// The next `count` planes.
  Status write(unsigned char *rows, std::int64_t count, PieceCarrier &carrier);
  /// Everything is on disk after this.
  Status finish(PieceCarrier &carrier);
  /// Sums of all planes that were written; empty if there are none.
  PlaneSumList planeSums() const { return sums ? sums->list() : PlaneSumList(); }

private:
  DirectFile file;
  std::unique_ptr<PlaneSums> sums;
  PlaneLayout layout;
  std::uint64_t written = 0;          // in the file
  std::vector<unsigned char> waiting; // behind it
};

} // namespace stencilc::inline STENCILC_SPACE
