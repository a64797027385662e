/// \file Random numbers in updates, which depend only on the seed, the cell and the time step.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// Four words of the generator Philox-4x32-10: the counter before its ten rounds, the random words
/// after them.
struct PhiloxBlock {
  UInt32 words[4];
};

/// Applies the ten rounds of Philox-4x32 with the key (`low`, `high`) to `block` (Salmon, Moraes,
/// Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3, 2011). Returns the random words.
STENCILC_HD PhiloxBlock philox(PhiloxBlock block, UInt32 low, UInt32 high) {
  for (int round = 0; round < 10; ++round) {
    const UInt64 a = UInt64{0xD2511F53} * block.words[0], b = UInt64{0xCD9E8D57} * block.words[2];
    block = {{static_cast<UInt32>(b >> 32) ^ block.words[1] ^ low, static_cast<UInt32>(b),
              static_cast<UInt32>(a >> 32) ^ block.words[3] ^ high, static_cast<UInt32>(a)}};
    low += 0x9E3779B9;
    high += 0xBB67AE85;
  }
  return block;
}

/// Returns a number in [0, 1) of type T, a multiple of 2^-23 (float) or 2^-52 (double). It depends
/// only on the arguments. `x`, `y` and `z` are the coordinates of a cell, multiples of 1/2. `step`
/// is the number of completed time steps. The numbers with kPart 0 and 1 are independent. The
/// interpreter computes the same bits (ir/interpreter/InterpreterNoise.h).
template <class T, int kPart>
STENCILC_HD T noise(UInt64 seed, double x, double y, double z, double step) {
  const auto word = [](double number) { return static_cast<UInt32>(static_cast<Int64>(number)); };
  const auto steps = static_cast<UInt64>(step);
  const PhiloxBlock block =
      philox({{word(2 * x), word(2 * y), word(2 * z), static_cast<UInt32>(steps)}},
             static_cast<UInt32>(seed), static_cast<UInt32>((seed >> 32) + (steps >> 32)));
  const UInt32 low = block.words[2 * kPart], high = block.words[2 * kPart + 1];
  // Puts the bits into the fraction of a number in [1, 2) and subtracts 1. Without a conversion of
  // a 64-bit integer, compilers vectorise loops of the CPU.
  if constexpr (sizeof(T) == sizeof(float))
    return __builtin_bit_cast(float, low >> 9 | 0x3f800000u) - 1.0f;
  else
    return __builtin_bit_cast(double, (UInt64{high} << 32 | low) >> 12 | 0x3ff0000000000000u) - 1.0;
}

} // namespace stencilc::inline STENCILC_SPACE
