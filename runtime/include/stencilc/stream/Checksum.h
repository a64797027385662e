/// \file The checksum of a plane: one number of 64 bits from its words and their places, in
/// whatever order they are taken.
///
/// Each word goes with its place through a function that maps different words to different numbers
/// (the first steps of splitmix64, see Random.h), and the numbers are added without regard to
/// overflow. So the sum is the same for any number of threads, and a plane with one wrong word
/// always has another one; words that have changed places or several wrong ones escape one time in
/// 2^64.
#pragma once

#include "stencilc/Parallel.h"
#include "stencilc/Platform.h"
#include <atomic>
#include <cstdint>
#include <cstring>

namespace stencilc {

STENCILC_HD std::uint64_t checksumTerm(std::uint64_t word, std::uint64_t place) {
  std::uint64_t key = word + 0x9E3779B97F4A7C15u * (place + 1);
  key = (key ^ (key >> 32)) * 0xBF58476D1CE4E5B9u;
  return key ^ (key >> 32);
}

/// The sum of the words [begin, end) of a plane.
inline std::uint64_t checksumOf(const unsigned char *plane, std::uint64_t begin,
                                std::uint64_t end) {
  std::uint64_t sum = 0;
  for (std::uint64_t i = begin; i < end; ++i) {
    std::uint64_t word;
    std::memcpy(&word, plane + 8 * i, sizeof word);
    sum += checksumTerm(word, i);
  }
  return sum;
}
/// The same for a whole plane of `bytes` bytes, a multiple of 8, by all threads of the host.
inline std::uint64_t checksumByAll(const unsigned char *plane, std::uint64_t bytes) {
  constexpr std::uint64_t kPart = 1 << 16;
  std::atomic<std::uint64_t> sum{0};
  const std::uint64_t words = bytes / 8;
  if (words <= kPart) // threads would take longer to begin
    return checksumOf(plane, 0, words);
  parallelFor(static_cast<std::int64_t>((words + kPart - 1) / kPart), [&](std::int64_t part) {
    const std::uint64_t begin = static_cast<std::uint64_t>(part) * kPart;
    sum += checksumOf(plane, begin, begin + kPart < words ? begin + kPart : words);
  });
  return sum;
}

} // namespace stencilc
