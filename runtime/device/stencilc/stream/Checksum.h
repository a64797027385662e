/// \file Checksum of a plane: a 64-bit number that depends on the plane's words and their
/// positions, but not on the order in which they are processed.
///
/// Each word and its position go through a function that maps different words to different numbers
/// (the first steps of splitmix64, see Random.h). The numbers are added modulo 2^64. So the sum
/// does not depend on the number of threads. One wrong word in a plane always changes the sum.
/// Several wrong words, or words at exchanged positions, go undetected once in 2^64 times.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns what the word at index `place` of a plane adds to the checksum of that plane.
STENCILC_HD UInt64 checksumTerm(UInt64 word, UInt64 place) {
  UInt64 key = word + 0x9E3779B97F4A7C15u * (place + 1);
  key = (key ^ (key >> 32)) * 0xBF58476D1CE4E5B9u;
  return key ^ (key >> 32);
}

/// Launch shape of checksum kernels: threads of a block, warps of a block, and the largest number
/// of blocks for one plane. There are few blocks because the kernels that compute time steps run on
/// the same GPU at the same time.
inline constexpr int kChecksumThreads = 256, kChecksumWarps = kChecksumThreads / kWarpSize,
                     kChecksumBlocks = 32;
/// Largest number of partial sums that one launch of a checksum kernel stores; at least enough for
/// one plane.
inline constexpr int kChecksumPartials = 32 * kChecksumBlocks * kChecksumWarps;

} // namespace stencilc::inline STENCILC_SPACE
