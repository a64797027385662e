/// \file Computes the checksum of a plane on the host, with all threads if it is large.
#include "runtime/files/PlaneChecksum.h"
#include "runtime/core/device/Parallel.h"
#include "stencilc/stream/Checksum.h"
#include <atomic>
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

std::uint64_t checksumOf(const unsigned char *plane, std::uint64_t begin, std::uint64_t end) {
  std::uint64_t sum = 0;
  for (std::uint64_t i = begin; i < end; ++i) {
    std::uint64_t word;
    std::memcpy(&word, plane + 8 * i, sizeof word);
    sum += checksumTerm(word, i);
  }
  return sum;
}

std::uint64_t checksumByAll(const unsigned char *plane, std::uint64_t bytes) {
  constexpr std::uint64_t kPart = 1 << 16;
  std::atomic<std::uint64_t> sum{0};
  const std::uint64_t words = bytes / 8;
  if (words <= kPart) // starting threads would take longer
    return checksumOf(plane, 0, words);
  parallelFor(static_cast<std::int64_t>((words + kPart - 1) / kPart), [&](std::int64_t part) {
    const std::uint64_t begin = static_cast<std::uint64_t>(part) * kPart;
    sum += checksumOf(plane, begin, begin + kPart < words ? begin + kPart : words);
  });
  return sum;
}

} // namespace stencilc::inline STENCILC_SPACE
