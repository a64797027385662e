/// \file Checksums of planes on the device: partial sums of warps, then one sum a plane, which is
/// kept or compared with the one that was kept.
#pragma once

#include "stencilc/Async.h"
#include "stencilc/Launch.h"
#include "stencilc/stream/Checksum.h"

#if STENCILC_HAS_KERNELS
namespace stencilc {

/// Threads of a block, warps of it, and blocks of a plane at most: few, as each takes the place of
/// a block of the launch under way.
inline constexpr int kChecksumThreads = 256, kChecksumWarps = kChecksumThreads / kWarpSize,
                     kChecksumBlocks = 32;
/// Partial sums of one launch, at most: what a plane at least needs.
inline constexpr int kChecksumPartials = 32 * kChecksumBlocks * kChecksumWarps;

struct alignas(16) WordPair {
  std::uint64_t first, second;
};

/// Block (i, j) takes a part of plane j; planes lie `pitch` bytes apart.
template <int Loads>
__global__ void __launch_bounds__(kChecksumThreads)
    sumPlanes(const unsigned char *planes, std::uint64_t pitch, std::uint64_t pairs,
              std::uint64_t *partials) {
  const auto *plane = reinterpret_cast<const WordPair *>(planes + blockIdx.y * pitch);
  const std::uint64_t step = std::uint64_t{gridDim.x} * kChecksumThreads;
  std::uint64_t sum = 0;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * kChecksumThreads + threadIdx.x; i < pairs;
       i += Loads * step) {
    WordPair words[Loads];
    STENCILC_UNROLL
    for (int k = 0; k < Loads; ++k)
      if (i + k * step < pairs)
        words[k] = plane[i + k * step];
    STENCILC_UNROLL
    for (int k = 0; k < Loads; ++k)
      if (i + k * step < pairs)
        sum += checksumTerm(words[k].first, 2 * (i + k * step)) +
               checksumTerm(words[k].second, 2 * (i + k * step) + 1);
  }
  for (unsigned bits = kWarpSize / 2; bits > 0; bits /= 2)
    sum += shuffleXor(sum, bits);
  if (threadIdx.x % kWarpSize == 0)
    partials[(blockIdx.y * gridDim.x + blockIdx.x) * kChecksumWarps + threadIdx.x / kWarpSize] =
        sum;
}

/// A warp for each plane, of `parts` partial sums. A plane whose sum is not the one that was kept
/// leaves `tag` and its number in `*found`.
template <bool IsKept>
__global__ void __launch_bounds__(kWarpSize)
    settleSums(const std::uint64_t *partials, int parts, std::uint64_t *sums, std::uint64_t tag,
               std::uint64_t *found) {
  const std::uint64_t *mine = partials + std::uint64_t{blockIdx.x} * parts;
  std::uint64_t sum = 0;
  for (int i = static_cast<int>(threadIdx.x); i < parts; i += kWarpSize)
    sum += mine[i];
  for (unsigned bits = kWarpSize / 2; bits > 0; bits /= 2)
    sum += shuffleXor(sum, bits);
  if (threadIdx.x > 0)
    return;
  if (IsKept)
    sums[blockIdx.x] = sum;
  else if (sums[blockIdx.x] != sum)
    *found = tag + blockIdx.x;
}

/// Keeps or compares the sums of `count` planes of `bytes` bytes, a multiple of 16. `partials` has
/// kChecksumPartials places.
template <bool IsKept>
Status launchChecksums(Stream stream, const unsigned char *planes, std::uint64_t pitch,
                       std::uint64_t bytes, int count, std::uint64_t *sums, std::uint64_t tag,
                       std::uint64_t *partials, std::uint64_t *found) {
  constexpr int kLoads = 4;
  const std::uint64_t pairs = bytes / sizeof(WordPair);
  const std::uint64_t needed = ceilDiv(pairs, std::uint64_t{kLoads * kChecksumThreads});
  const int blocks = static_cast<int>(needed < kChecksumBlocks ? needed : kChecksumBlocks);
  const int parts = blocks * kChecksumWarps, most = kChecksumPartials / parts;
  Status status;
  for (int first = 0; status && first < count; first += most) {
    const int here = count - first < most ? count - first : most;
    const auto rows = static_cast<unsigned>(here), columns = static_cast<unsigned>(blocks);
    status =
        launch(stream, "sumPlanes", sumPlanes<kLoads>,
               {.grid = dim3(columns, rows), .block = dim3(kChecksumThreads), .barriers = true},
               planes + static_cast<std::uint64_t>(first) * pitch, pitch, pairs, partials);
    if (status)
      status = launch(stream, "settleSums", settleSums<IsKept>,
                      {.grid = dim3(rows), .block = dim3(kWarpSize), .barriers = true}, partials,
                      parts, sums + first, tag + static_cast<std::uint64_t>(first), found);
  }
  return status;
}

} // namespace stencilc
#endif
