/// \file Planes of a field in a file, as one array behind a header, and in memory with the padding
/// of rows: several threads read, and write, pieces that direct transfers can take.
#pragma once

#include "stencilc/stream/DirectFile.h"
#include "stencilc/stream/PlaneSums.h"
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
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
      all &= std::isfinite(cells[x]);
    for (std::int64_t x = 0; x < nx && !all; ++x)
      if (!std::isfinite(cells[x]))
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

  Status open(std::uint64_t bytesOfPiece) {
    piece = bytesOfPiece;
    memory.reset(static_cast<unsigned char *>(std::aligned_alloc(kDirectUnit, bytes(piece))));
    return memory ? Status() : Status::outOfMemory("no host memory is left for files");
  }

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
inline Status readPlanes(DirectFile &file, const PlaneLayout &layout, std::int64_t begin,
                         std::int64_t end, unsigned char *rows, PieceCarrier &carrier,
                         PlaneSums *sums = nullptr) {
  const std::uint64_t from = layout.start(begin), to = layout.start(end);
  const std::uint64_t low = from / kDirectUnit * kDirectUnit;
  const std::uint64_t high = (to + kDirectUnit - 1) / kDirectUnit * kDirectUnit;
  return carrier.carry(
      low, high, [&](unsigned char *buffer, std::uint64_t first, std::uint64_t last) {
        std::uint64_t got = 0;
        if (Status status = file.read(buffer, last - first, first, got); !status)
          return status;
        const std::uint64_t wantedFrom = std::max(first, from), wantedTo = std::min(last, to);
        if (first + got < wantedTo)
          return Status::invalid("'" + file.path() + "' is cut short; it was changed meanwhile");
        copyPacked<true>(buffer + (wantedFrom - first), rows, layout.rowBytes, layout.rowPitch,
                         wantedFrom - from, wantedTo - from);
        if (sums && wantedFrom < wantedTo)
          sums->add(layout, wantedFrom, buffer + (wantedFrom - first), wantedTo - wantedFrom);
        return Status();
      });
}

/// Writes planes one after the other behind a header. What does not fill a unit of direct transfers
/// waits for the planes to come.
class PlaneWriter {
public:
  /// `header` is layout.offset bytes; of `planes` planes there are sums.
  Status open(const std::string &path, const std::string &header, const PlaneLayout &planeLayout,
              std::int64_t planes = 0) {
    layout = planeLayout;
    sums = planes > 0 && PlaneSums::canSum(layout) ? std::make_unique<PlaneSums>(planes) : nullptr;
    written = 0;
    waiting.assign(header.begin(), header.end());
    return file.create(path);
  }
  bool isDirect() const { return file.isDirect(); }

  /// The next `count` planes.
  Status write(unsigned char *rows, std::int64_t count, PieceCarrier &carrier) {
    const std::uint64_t from = written + waiting.size();
    const std::uint64_t to = from + static_cast<std::uint64_t>(count) * layout.planeBytes();
    const std::uint64_t whole = to / kDirectUnit * kDirectUnit;
    const auto fill = [&](unsigned char *buffer, std::uint64_t first, std::uint64_t last) {
      if (first < from) {
        const std::uint64_t old = std::min(last, from) - first;
        std::memcpy(buffer, waiting.data() + (first - written), old);
        buffer += old;
        first += old;
      }
      copyPacked<false>(buffer, rows, layout.rowBytes, layout.rowPitch, first - from, last - from);
      if (sums && first < last)
        sums->add(layout, first, buffer, last - first);
    };
    if (whole > written)
      if (Status status =
              carrier.carry(written, whole,
                            [&](unsigned char *buffer, std::uint64_t first, std::uint64_t last) {
                              fill(buffer, first, last);
                              return file.write(buffer, last - first, first);
                            });
          !status)
        return status;
    const std::uint64_t rest = std::max(whole, written);
    std::vector<unsigned char> tail(to - rest);
    if (!tail.empty())
      fill(tail.data(), rest, to);
    waiting = std::move(tail);
    written = rest;
    return {};
  }
  /// Everything is on disk after this.
  Status finish(PieceCarrier &carrier) {
    const std::uint64_t size = written + waiting.size();
    if (!waiting.empty()) {
      const std::uint64_t end = (size + kDirectUnit - 1) / kDirectUnit * kDirectUnit;
      if (Status status =
              carrier.carry(written, end,
                            [&](unsigned char *buffer, std::uint64_t first, std::uint64_t last) {
                              std::memset(buffer, 0, last - first);
                              if (first < size)
                                std::memcpy(buffer, waiting.data() + (first - written),
                                            std::min(size, last) - first);
                              return file.write(buffer, last - first, first);
                            });
          !status)
        return status;
    }
    Status status = file.finish(size);
    file.close();
    return status;
  }
  /// Of all planes that were written; empty if there are none.
  PlaneSumList planeSums() const { return sums ? sums->list() : PlaneSumList(); }

private:
  DirectFile file;
  std::unique_ptr<PlaneSums> sums;
  PlaneLayout layout;
  std::uint64_t written = 0;          // in the file
  std::vector<unsigned char> waiting; // behind it
};

} // namespace stencilc::inline STENCILC_SPACE
