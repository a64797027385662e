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

/// Returns the value of a Noise node, in [0, 1). `cell` holds coordinates, multiples of 1/2. `step`
/// is the number of completed time steps, and `type` is F32 or F64.
///
///     counter = (2 x, 2 y, 2 z, step) modulo 2^32
///     key     = (lower half of seed, upper half of seed + upper half of step)
///     words   = philox(counter, key)
///
/// With w = words[2 part + 1] * 2^32 + words[2 part], an f64 value is floor(w / 2^12) * 2^-52. An
/// f32 value is floor(words[2 part] / 2^9) * 2^-23.
double evaluateNoise(std::uint64_t seed, int part, const std::array<double, 3> &cell, double step,
                     ScalarType type);

} // namespace stencilc::ir
