/// \file Results of tensor cores that zeros between the factors may have changed (TensorCore.h):
/// which they are, and where a warp had some.
#pragma once

#include "stencilc/Grid.h"
#include "stencilc/Math.h"

#if STENCILC_HAS_KERNELS
namespace stencilc::inline STENCILC_SPACE {

/// At least kRareDouble for zero, infinities and what is no number; for some that are nearly zero,
/// too.
inline constexpr unsigned kRareDouble = 0xffdfffff;
STENCILC_DEVICE unsigned rarity(double value) {
#if defined(__CUDA_ARCH__)
  const auto upper = static_cast<unsigned>(__double2hiint(value));
#else
  const auto upper = static_cast<unsigned>(__builtin_bit_cast(UInt64, value) >> 32);
#endif
  return upper + upper - 1;
}

/// What zeros between the factors may have done to a result of the last time step.
enum class Suspicion : int {
  None,
  Zero,   // it may have the wrong sign
  Spoilt, // infinite or no number, maybe by cells that it does not depend on
};
STENCILC_DEVICE Suspicion suspicionOf(double value) {
  constexpr unsigned kEndless = kRareDouble + 1;
  const unsigned rare = rarity(value);
  return rare < kRareDouble     ? Suspicion::None
         : rare + 1 >= kEndless ? Suspicion::Spoilt
                                : Suspicion::Zero;
}

STENCILC_DEVICE UInt64 bitsOf(double value) { return __builtin_bit_cast(UInt64, value); }
/// The bits of cells that are known to have the chain's results are below a number, as negative
/// ones and what is not finite have larger bits: 1 where only +0 has, and 2^512 where no factor is
/// negative or beyond 2^20, as all sums of such cells begin and stay at +0 or above, and finite.
inline constexpr UInt64 kLargestBits = 0x5ff0000000000000, kLargestFactorBits = 0x4130000000000000;

/// Where a warp had rare results: the rows of its chunk in up to 32 parts, a bit each. Zeros
/// that come of quiet cells are known, so that regions of zeros are not computed twice: while
/// results are rare, the warp looks at the pairs of rows that come.
class TensorMarks {
public:
  STENCILC_DEVICE explicit TensorMarks(int rows) : last(rows - 1) {
    while (last >> shift >= 32)
      ++shift;
  }
  /// Rows `row` and the next one, of which one may lie outside the chunk.
  STENCILC_DEVICE void add(int row) {
    bits |= 1u << (max(row, 0) >> shift) | 1u << (min(row + 1, last) >> shift);
  }
  /// The first row of a part, and the last one.
  STENCILC_DEVICE int first(int part) const { return part << shift; }
  STENCILC_DEVICE int final(int part) const {
    return min(last, first(part) + static_cast<int>((1u << shift) - 1));
  }

  unsigned bits = 0;
  int quietPairs = -1; // of rows that came last and are quiet; negative: nobody looks

private:
  const int last;
  int shift = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
