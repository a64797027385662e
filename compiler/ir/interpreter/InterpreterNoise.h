/// \file Random numbers in updates: the definition of their bits.
#pragma once

#include "ir/Program.h"
#include <array>
#include <cstdint>

namespace stencilc::ir {

/// Block of the generator Philox-4x32-10 for the counter `counter` and the key `key`: ten rounds,
/// as in Salmon, Moraes, Dror and Shaw, *Parallel random numbers: as easy as 1, 2, 3* (2011).
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

/// Returns the value of a Noise node in [0, 1). `type` is F32 or F64.
///
///     counter = (2 x, 2 y, 2 z, step) modulo 2^32
///     key     = (lower half of seed, upper half of seed + step / 2^32)
///     words   = philox(counter, key)
///
/// An f64 number has the upper 52 bits of words[2 part + 1], words[2 part] as its fraction. An f32
/// number has the upper 23 bits of words[2 part].
double evaluateNoise(std::uint64_t seed, int part, const std::array<double, 3> &cell, double step,
                     ScalarType type);

} // namespace stencilc::ir
