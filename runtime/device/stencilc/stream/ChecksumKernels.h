/// \file Checksums of planes on the device: partial sums of each warp, then one sum for each plane,
/// which is stored or compared with the stored one.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Runtime.h"
#include "stencilc/stream/Checksum.h"

#if STENCILC_HAS_KERNELS
namespace stencilc::inline STENCILC_SPACE {

/// Two 64-bit words of a plane, which one 16-byte load reads.
struct alignas(16) WordPair {
  UInt64 first, second;
};

/// Kernel that computes partial sums of the checksums of planes. The blocks (i, j) for all i share
/// the words of plane j, and each warp stores the sum of its words in `partials`. Planes are
/// `pitch` bytes apart and have `pairs` pairs of 64-bit words. `Loads` is the number of pairs that
/// a thread loads at a time.
template <int Loads>
__global__ void __launch_bounds__(kChecksumThreads)
    sumPlanes(const unsigned char *planes, UInt64 pitch, UInt64 pairs, UInt64 *partials) {
  const auto *plane = reinterpret_cast<const WordPair *>(planes + blockIdx.y * pitch);
  const UInt64 step = UInt64{gridDim.x} * kChecksumThreads;
  UInt64 sum = 0;
  for (UInt64 i = UInt64{blockIdx.x} * kChecksumThreads + threadIdx.x; i < pairs;
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

/// Kernel that computes the checksum of each plane as the sum of its `parts` partial sums. One warp
/// works on each plane. With IsKept true it stores the checksums in `sums`. Otherwise it compares
/// them with `sums`, and for a plane that differs it sets *found to `tag` (a number that the caller
/// chooses) plus the index of the plane.
template <bool IsKept>
__global__ void __launch_bounds__(kWarpSize)
    settleSums(const UInt64 *partials, int parts, UInt64 *sums, UInt64 tag, UInt64 *found) {
  const UInt64 *mine = partials + UInt64{blockIdx.x} * parts;
  UInt64 sum = 0;
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

#if STENCILC_HAS_HOST

/// Enqueues the kernels that store the checksums of planes, or compare them with stored ones, as
/// `request` says. `request.partials` must have space for kChecksumPartials numbers.
inline void launchChecksums(const Runtime &runtime, const ChecksumRequest &request) {
  constexpr int kLoads = 4;
  const UInt64 pairs = request.bytes / sizeof(WordPair);
  const UInt64 needed = ceilDiv(pairs, UInt64{kLoads * kChecksumThreads});
  const int blocks = static_cast<int>(needed < kChecksumBlocks ? needed : kChecksumBlocks);
  const int parts = blocks * kChecksumWarps, most = kChecksumPartials / parts;
  for (int first = 0; first < request.count; first += most) {
    const int here = request.count - first < most ? request.count - first : most;
    const auto rows = static_cast<unsigned>(here), columns = static_cast<unsigned>(blocks);
    runtime.launch("sumPlanes", sumPlanes<kLoads>,
                   {.grid = dim3(columns, rows), .block = dim3(kChecksumThreads), .barriers = true},
                   request.planes + static_cast<UInt64>(first) * request.pitch, request.pitch,
                   pairs, request.partials);
    runtime.launch("settleSums", request.isKept ? settleSums<true> : settleSums<false>,
                   {.grid = dim3(rows), .block = dim3(kWarpSize), .barriers = true},
                   request.partials, parts, request.sums + first,
                   request.tag + static_cast<UInt64>(first), request.found);
  }
}
#endif

} // namespace stencilc::inline STENCILC_SPACE
#endif
