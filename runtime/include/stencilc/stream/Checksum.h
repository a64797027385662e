/// \file The checksum of a plane: one number of 64 bits from its words and their places, in
/// whatever order they are taken.
///
/// Each word goes with its place through a function that maps different words to different numbers
/// (the first steps of splitmix64, see Random.h), and the numbers are added without regard to
/// overflow. So the sum is the same for any number of threads, and a plane with one wrong word
/// always has another one; words that have changed places or several wrong ones escape one time in
/// 2^64.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

STENCILC_HD UInt64 checksumTerm(UInt64 word, UInt64 place) {
  UInt64 key = word + 0x9E3779B97F4A7C15u * (place + 1);
  key = (key ^ (key >> 32)) * 0xBF58476D1CE4E5B9u;
  return key ^ (key >> 32);
}

/// Threads of a block, warps of it, and blocks of a plane at most: few, as each takes the place of
/// a block of the launch under way.
inline constexpr int kChecksumThreads = 256, kChecksumWarps = kChecksumThreads / kWarpSize,
                     kChecksumBlocks = 32;
/// Partial sums of one launch, at most: what a plane at least needs.
inline constexpr int kChecksumPartials = 32 * kChecksumBlocks * kChecksumWarps;

} // namespace stencilc::inline STENCILC_SPACE
