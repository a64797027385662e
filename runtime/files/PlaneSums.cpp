/// \file Computes checksums of planes from blocks of a file.
#include "runtime/files/PlaneSums.h"
#include "runtime/files/PlaneChecksum.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

void PlaneSums::clear(std::int64_t begin, std::int64_t end) {
  for (std::int64_t plane = begin; plane < end; ++plane)
    sums[static_cast<std::size_t>(plane)] = 0;
}

void PlaneSums::add(const PlaneLayout &layout, std::uint64_t at, const unsigned char *bytes,
                    std::uint64_t size) {
  const std::uint64_t plane = layout.planeBytes();
  for (at -= layout.offset; size > 0;) {
    const std::uint64_t inside = at % plane, now = std::min(size, plane - inside);
    const bool isWide = plane % 8 == 0 && layout.offset % 8 == 0;
    sums[at / plane] += isWide ? sumOf<std::uint64_t>(bytes, inside, now)
                               : sumOf<std::uint32_t>(bytes, inside, now);
    at += now;
    bytes += now;
    size -= now;
  }
}

std::string digestOf(const void *bytes, std::size_t size) {
  const auto *const first = static_cast<const unsigned char *>(bytes);
  std::vector<unsigned char> words(first, first + size);
  words.resize(size / 8 * 8 + 16);
  words[words.size() - 8] = 1; // so that the length of the rest matters
  std::uint64_t sum = checksumOf(words.data(), 0, words.size() / 8) + size;
  std::string text(16, '0');
  for (std::size_t digit = 16; digit-- > 0; sum >>= 4)
    text[digit] = "0123456789abcdef"[sum & 15];
  return text;
}

} // namespace stencilc::inline STENCILC_SPACE
