/// \file Random numbers in updates: the generator's published numbers, and the same bits in the
/// runtime as in the interpreter.
#include "stencilc/random/Noise.h"
#include "ir/interpreter/InterpreterNoise.h"
#include <gtest/gtest.h>
#include <random>

using namespace stencilc;

namespace {

using Words = std::array<std::uint32_t, 4>;

/// Counters, keys and outputs of Random123's kat_vectors for philox4x32 with 10 rounds.
TEST(Noise, PhiloxGivesThePublishedNumbers) {
  EXPECT_EQ(ir::philox({0, 0, 0, 0}, {0, 0}),
            (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(ir::philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(ir::philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Noise, TheRuntimeComputesTheBitsOfTheInterpreter) {
  std::mt19937_64 choose(1);
  const auto below = [&](std::uint64_t end) { return static_cast<double>(choose() % end); };
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t seed = choose();
    const std::array<double, 3> cell = {0.5 * below(1 << 20) - 100, below(1 << 20), below(1 << 20)};
    const double step = below(std::uint64_t{1} << (i % 40 + 1));
    const auto expected = [&](int part, ir::ScalarType type) {
      return ir::evaluateNoise(seed, part, cell, step, type);
    };
    EXPECT_EQ((noise<double, 0>(seed, cell[0], cell[1], cell[2], step)),
              expected(0, ir::ScalarType::F64));
    EXPECT_EQ((noise<double, 1>(seed, cell[0], cell[1], cell[2], step)),
              expected(1, ir::ScalarType::F64));
    EXPECT_EQ((noise<float, 0>(seed, cell[0], cell[1], cell[2], step)),
              expected(0, ir::ScalarType::F32));
    EXPECT_EQ((noise<float, 1>(seed, cell[0], cell[1], cell[2], step)),
              expected(1, ir::ScalarType::F32));
  }
}

/// Neighbouring cells, steps and seeds have numbers that do not depend on each other.
TEST(Noise, NumbersAreSpreadEvenly) {
  constexpr int kCells = 200;
  double mean = 0, square = 0, besideX = 0, besideStep = 0, besideSeed = 0;
  for (int y = 0; y < kCells; ++y)
    for (int x = 0; x < kCells; ++x) {
      const auto at = [&](int dx, int step, std::uint64_t seed) {
        return noise<double, 0>(seed, x + dx, y, 0, step) - 0.5;
      };
      const double here = at(0, 3, 7);
      mean += here;
      square += here * here;
      besideX += here * at(1, 3, 7);
      besideStep += here * at(0, 4, 7);
      besideSeed += here * at(0, 3, 8);
    }
  constexpr double kAll = kCells * kCells, kError = 5 / 12.0 / kCells; // five standard deviations
  EXPECT_NEAR(mean / kAll, 0, 3.5 * kError);
  EXPECT_NEAR(square / kAll, 1 / 12.0, kError);
  EXPECT_NEAR(besideX / kAll, 0, kError);
  EXPECT_NEAR(besideStep / kAll, 0, kError);
  EXPECT_NEAR(besideSeed / kAll, 0, kError);
}

} // namespace
