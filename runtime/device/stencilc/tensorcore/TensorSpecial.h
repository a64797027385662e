/// \file Detection of tensor-core results that may be wrong, and of the rows in which a warp has
/// such results. Sums have additional terms with factor 0, which are NaN for infinite cells and can
/// change the sign of a zero (TensorCore.h).
#pragma once

#include "stencilc/Grid.h"
#include "stencilc/Math.h"

#if STENCILC_HAS_KERNELS
namespace stencilc::inline STENCILC_SPACE {

/// Smallest value that rarity() returns for an infinite or NaN result or a zero, which may be
/// wrong. rarity() turns the upper half of a number's bits into an integer without the sign. It is
/// largest for zeros, and for some numbers that are nearly zero.
inline constexpr unsigned kSlowDouble = 0xffdfffff;
STENCILC_DEVICE unsigned rarity(double value) {
#if defined(__CUDA_ARCH__)
  const auto upper = static_cast<unsigned>(__double2hiint(value));
#else
  const auto upper = static_cast<unsigned>(__builtin_bit_cast(UInt64, value) >> 32);
#endif
  return upper + upper - 1;
}

/// Ways in which a tensor-core result of the last time step may be wrong, the worst last. Its sum
/// has additional terms with factor 0. Such a term is NaN for an infinite or NaN cell, and can
/// change the sign of a zero result.
enum class Suspicion : int {
  None,
  Zero,   // may be a zero of the wrong sign
  Spoilt, // infinite or NaN, possibly because of cells that it does not depend on
};
STENCILC_DEVICE Suspicion suspicionOf(double value) {
  constexpr unsigned kEndless = kSlowDouble + 1;
  const unsigned rare = rarity(value);
  return rare < kSlowDouble     ? Suspicion::None
         : rare + 1 >= kEndless ? Suspicion::Spoilt
                                : Suspicion::Zero;
}

STENCILC_DEVICE UInt64 bitsOf(double value) { return __builtin_bit_cast(UInt64, value); }
/// Constants for quiet cells. A zero result has the right sign if all cells that it depends on are
/// quiet: their bits, as an unsigned integer, are below a limit. The limit is normally kLargestBits
/// (2^512). If a weight is negative or above kLargestFactorBits (2^20), the limit is 1, and only +0
/// is quiet. If no weight is positive, no cell is quiet.
inline constexpr UInt64 kLargestBits = 0x5ff0000000000000, kLargestFactorBits = 0x4130000000000000;

/// Marks of the rows in which a warp's results may be wrong, because they are zero, infinite or
/// NaN. The rows of a block (a chunk) are divided into at most 32 parts, and each part has one bit.
/// The class also counts consecutive pairs of rows whose cells are all quiet (+0, or small and
/// positive). Zero results of quiet cells are right and are not computed again.
class TensorMarks {
public:
  STENCILC_DEVICE explicit TensorMarks(int rows) : last(rows - 1) {
    while (last >> shift >= 32)
      ++shift;
  }
  /// Marks two rows as possibly wrong: `row`, counted from the first row of the block's chunk
  /// (range of rows), and `row` + 1. One of the two may lie outside the chunk.
  STENCILC_DEVICE void add(int row) {
    bits |= 1u << (max(row, 0) >> shift) | 1u << (min(row + 1, last) >> shift);
  }
  /// Returns the first row of part number `part` of a chunk (range of rows of a block), counted
  /// from the chunk's first row. A chunk has up to 32 parts, each with one bit that says if its
  /// rows may be wrong.
  STENCILC_DEVICE int first(int part) const { return part << shift; }
  /// Returns the last row of part number `part` of a chunk (range of rows of a block), counted from
  /// the chunk's first row. A chunk has up to 32 parts, each with one bit that says if its rows may
  /// be wrong.
  STENCILC_DEVICE int final(int part) const {
    return min(last, first(part) + static_cast<int>((1u << shift) - 1));
  }

  unsigned bits = 0;
  // Number of newest consecutive pairs of rows that are quiet; negative: not being counted.
  int quietPairs = -1;

private:
  const int last;
  int shift = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
