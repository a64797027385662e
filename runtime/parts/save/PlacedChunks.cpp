/// \file Writes chunks of a snapshot at known offsets of a file, with several threads.
#include "runtime/parts/save/PlacedChunks.h"
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <thread>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Writes `count` bytes to an open file, at an offset of `place` bytes. Returns 0, or the value of
/// errno after a failure.
int writeAllAt(int file, const unsigned char *bytes, std::size_t count, std::uint64_t place) {
  while (count > 0) {
    const ssize_t written = pwrite(file, bytes, count, static_cast<off_t>(place));
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return written < 0 ? errno : ENOSPC;
    bytes += written;
    count -= static_cast<std::size_t>(written);
    place += static_cast<std::uint64_t>(written);
  }
  return 0;
}

} // namespace

int writeChunksAt(const ChunkShape &shape, unsigned char *snapshot, int threads, int file,
                  const std::vector<std::uint64_t> &places) {
  std::atomic<std::int64_t> next{0};
  std::atomic<int> code{0};
  const auto help = [&] {
    ChunkBytes made;
    for (std::int64_t index; code == 0 && (index = next++) < shape.count();) {
      const unsigned char *chunk = shape.settleInPlace(index, snapshot);
      if (!chunk) {
        made.resize(shape.bytes());
        shape.fill(index, snapshot, made.data());
        chunk = made.data();
      }
      const auto place = places[static_cast<std::size_t>(index)];
      if (const int met = writeAllAt(file, chunk, shape.bytes(), place)) {
        int none = 0;
        code.compare_exchange_strong(none, met);
      }
    }
  };
  std::vector<std::thread> team;
  for (std::int64_t i = 1; i < std::min<std::int64_t>(threads, shape.count()); ++i)
    team.emplace_back(help);
  help();
  for (std::thread &thread : team)
    thread.join();
  return code;
}

} // namespace stencilc::inline STENCILC_SPACE
