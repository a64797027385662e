/// \file Memory in which the planes of a buffer go round: the same bytes at two neighbouring places
/// of the address space, so that any window of planes is in one piece.
///
/// Kernels then need no wrap of their own. On a GPU (CUDA Programming Guide, "Virtual Aliasing
/// Support") what one launch writes at one address, the next one sees at the other.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/Layout.h"
#include <numeric>

namespace stencilc::device {

/// What the size of a ring must be a multiple of.
Status ringUnit(std::uint64_t &bytes);
/// A ring of `bytes` bytes, seen at [memory, memory + 2 * bytes). Contents are undefined; all bits
/// are set on the host.
Status allocateRing(std::uint64_t bytes, unsigned char *&memory);
/// Null is allowed.
void releaseRing(unsigned char *memory, std::uint64_t bytes);

/// Host memory is pinned in pieces of as many bytes, because one call for 512 GiB fails; a copy
/// must not run over the end of one. On the host they are small, so that tests meet one.
inline constexpr std::uint64_t kPinnedPiece = std::uint64_t{1} << (STENCILC_WORLD_CUDA ? 36 : 14);

/// Host memory for a domain that is copied to and from the device: its pages are first touched by
/// all threads, and pinned.
Status allocateHost(std::uint64_t bytes, unsigned char *&memory);
void releaseHost(unsigned char *memory, std::uint64_t bytes);
/// Where the device sees pinned host memory.
template <class T> Status addressOf(unsigned char *host, T *&address);
/// Bytes a second that the device gets from pinned host memory while it gives as many, and `alone`
/// while it gives none. Where there is no link to measure, both stay.
Status measureLink(double &bytesPerSecond, double &alone, bool &isMeasured);
/// Bytes of host memory that an allocation could get.
Status freeHostMemory(std::uint64_t &bytes);

} // namespace stencilc::device

namespace stencilc {

/// How far apart planes lie in a ring, and how many of them make a multiple of the ring's unit.
struct RingPitch {
  std::uint64_t bytes = 0;
  int planes = 1;
};
/// Planes of `planeBytes`: padded by up to 2% where that lets rings have more sizes.
inline RingPitch ringPitch(std::uint64_t planeBytes, std::uint64_t unit) {
  for (std::uint64_t step = unit; step >= kRowAlignment; step /= 2) {
    const std::uint64_t padded = (planeBytes + step - 1) / step * step;
    if (padded - planeBytes <= planeBytes / 50 && unit % step == 0)
      return {padded, static_cast<int>(unit / std::gcd(unit, padded))};
  }
  return {planeBytes, static_cast<int>(unit / std::gcd(unit, planeBytes))};
}

} // namespace stencilc

#if STENCILC_WORLD_CUDA
#include "stencilc/cuda/RingCuda.h"
#else
#include "stencilc/cpu/RingHost.h"
#endif
