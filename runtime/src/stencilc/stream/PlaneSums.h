/// \file Checksums of the planes of a file, from the bytes that pass by while it is read or
/// written.
///
/// The checksum is that of Checksum.h, on the bytes as the file has them, without the padding of
/// rows. Planes of an odd number of 4-byte cells are summed in words of 4 bytes, others of 8.
#pragma once

#include "stencilc/Version.h"
#include "stencilc/stream/Checksum.h"
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// How planes follow each other in a file, and how their rows lie in memory.
struct PlaneLayout {
  std::uint64_t offset = 0;             // of plane 0 in the file
  std::uint64_t rowBytes = 0, rows = 1; // of a plane; nothing between rows in the file
  std::uint64_t rowPitch = 0;           // from one row to the next in memory
  std::uint64_t planeBytes() const { return rowBytes * rows; }
  std::uint64_t start(std::int64_t plane) const {
    return offset + static_cast<std::uint64_t>(plane) * planeBytes();
  }
};

/// One sum a plane.
using PlaneSumList = std::vector<std::uint64_t>;

class PlaneSums {
public:
  /// Whether a file can be summed in the pieces that direct transfers make.
  static bool canSum(const PlaneLayout &layout) {
    return layout.offset % 4 == 0 && layout.planeBytes() % 4 == 0;
  }

  explicit PlaneSums(std::int64_t planes)
      : count(static_cast<std::size_t>(planes)), sums(new std::atomic<std::uint64_t>[count]()) {}

  void clear(std::int64_t begin, std::int64_t end);
  /// Adds `bytes` that are at `at` of the file. Any number of threads, each byte once.
  void add(const PlaneLayout &layout, std::uint64_t at, const unsigned char *bytes,
           std::uint64_t size);

  std::uint64_t operator[](std::int64_t plane) const {
    return sums[static_cast<std::size_t>(plane)];
  }
  PlaneSumList list() const { return {sums.get(), sums.get() + count}; }

private:
  template <class Word>
  static std::uint64_t sumOf(const unsigned char *bytes, std::uint64_t inside, std::uint64_t size) {
    std::uint64_t sum = 0, place = inside / sizeof(Word);
    for (std::uint64_t at = 0; at < size; at += sizeof(Word)) {
      Word word;
      std::memcpy(&word, bytes + at, sizeof word);
      sum += checksumTerm(word, place++);
    }
    return sum;
  }

  std::size_t count;
  std::unique_ptr<std::atomic<std::uint64_t>[]> sums;
};

/// The checksum of some bytes, as 16 digits.
std::string digestOf(const void *bytes, std::size_t size);

} // namespace stencilc::inline STENCILC_SPACE
