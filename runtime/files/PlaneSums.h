/// \file Checksums of the planes of a file, computed from its bytes while they are read or written.
///
/// The bytes in the file have no padding of rows. If the size and the file offset of a plane are
/// multiples of 8 bytes, the checksum sums words of 8 bytes, otherwise of 4 bytes.
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

/// Layout of the planes of a field: the position and size of planes in a file, and the distance of
/// rows in memory.
struct PlaneLayout {
  std::uint64_t offset = 0;             // of plane 0 in the file
  std::uint64_t rowBytes = 0, rows = 1; // of a plane; the file has no gaps between rows
  std::uint64_t rowPitch = 0;           // bytes from row to row in memory
  std::uint64_t planeBytes() const { return rowBytes * rows; }
  std::uint64_t start(std::int64_t plane) const {
    return offset + static_cast<std::uint64_t>(plane) * planeBytes();
  }
};

/// The checksums of all planes of a file, in the order of the planes.
using PlaneSumList = std::vector<std::uint64_t>;

class PlaneSums {
public:
  /// Returns true if checksums can be computed: the offset of the first plane and the size of a
  /// plane must be multiples of 4 bytes.
  static bool canSum(const PlaneLayout &layout) {
    return layout.offset % 4 == 0 && layout.planeBytes() % 4 == 0;
  }

  explicit PlaneSums(std::int64_t planes)
      : count(static_cast<std::size_t>(planes)), sums(new std::atomic<std::uint64_t>[count]()) {}

  void clear(std::int64_t begin, std::int64_t end);
  /// Adds `size` bytes at offset `at` of the file to the checksums of their planes. Several threads
  /// may call it at the same time. Each byte of the file must be added once.
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

/// Returns the checksum of `size` bytes as 16 hexadecimal digits.
std::string digestOf(const void *bytes, std::size_t size);

} // namespace stencilc::inline STENCILC_SPACE
