/// \file Random numbers in updates: the definition of their bits.
#include "ir/interpreter/InterpreterNoise.h"

namespace stencilc::ir {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) {
  constexpr int kRounds = 10;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * counter[2];
    const auto high = [](std::uint64_t product) {
      return static_cast<std::uint32_t>(product >> 32);
    };
    counter = {high(b) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
               high(a) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key = {key[0] + 0x9E3779B9, key[1] + 0xBB67AE85};
  }
  return counter;
}

double evaluateNoise(std::uint64_t seed, int part, const std::array<double, 3> &cell, double step,
                     ScalarType type) {
  const auto word = [](double number) {
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(number));
  };
  const auto steps = static_cast<std::uint64_t>(step);
  const std::array<std::uint32_t, 4> words = philox(
      {word(2 * cell[0]), word(2 * cell[1]), word(2 * cell[2]), static_cast<std::uint32_t>(steps)},
      {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>((seed >> 32) + (steps >> 32))});
  const std::uint64_t low = part == 0 ? words[0] : words[2], high = part == 0 ? words[1] : words[3];
  if (type == ScalarType::F32)
    return static_cast<double>(low >> 9) * 0x1p-23;
  return static_cast<double>((high << 32 | low) >> 12) * 0x1p-52;
}

} // namespace stencilc::ir
