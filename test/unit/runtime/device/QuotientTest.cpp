/// \file Quotients in f32 without tests, as a GPU computes them: the operations of
/// cuda/QuotientCuda.h done here, with approximations of reciprocals that are off by what a GPU may
/// be off, and what there was among the operands (Special.h). Whatever is not rare is the quotient.
#include "stencilc/Special.h"
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

namespace {

using stencilc::SpecialOperands;
using Limits = std::numeric_limits<float>;

std::mt19937_64 &random() {
  static std::mt19937_64 generator(1);
  return generator;
}

constexpr int kExponents = 126; // beyond +-this approximations are infinite or zero

/// What a GPU may have for 1 / b; `units`, from -1 to 1, says how far off in its last place.
float approximation(float b, int units) {
  const float most = std::ldexp(1.0F, kExponents);
  if (std::isnan(b))
    return b;
  if (std::fabs(b) < 1 / most)
    return std::copysign(Limits::infinity(), b);
  if (std::fabs(b) > most)
    return std::copysign(0.0F, b);
  const float exact = 1 / b;
  return units < 0   ? std::nextafter(exact, 0.0F)
         : units > 0 ? std::nextafter(exact, 2 * exact)
                     : exact;
}

/// e + e e, rounded up.
float upwards(float e) {
  std::fesetround(FE_UPWARD);
  volatile float from = e;
  const volatile float sum = std::fma(from, from, from);
  std::fesetround(FE_TONEAREST);
  return sum;
}
float corrected(float y, float b) { return std::fma(y, upwards(std::fma(-b, y, 1.0F)), y); }

/// As usualQuotient() and what takes its operands.
float usualQuotient(float a, float b, int units, SpecialOperands &rare) {
  rare.takeNumerator(a);
  const float y = approximation(b, units);
  rare.takeReciprocal(y);
  const float r = corrected(y, b), q = a * r;
  return rare.taken(std::copysign(std::fma(std::fma(-b, q, a), r, q), q));
}

float ofBits() { return std::bit_cast<float>(std::uint32_t(random()())); }
/// A number of any size that numbers of grids have.
float usual() {
  const double exponent = std::uniform_real_distribution(-20.0, 20.0)(random());
  return float(std::exp2(exponent) * (random()() & 1 ? 1 : -1));
}

void expectQuotient(float a, float b, bool mayBeSpecial = true) {
  for (const int units : {-1, 0, 1}) {
    SpecialOperands rare;
    const float quotient = usualQuotient(a, b, units, rare);
    if (rare.areThere()) {
      EXPECT_TRUE(mayBeSpecial) << std::hexfloat << a << " / " << b;
      continue;
    }
    ASSERT_EQ(std::bit_cast<std::uint32_t>(quotient), std::bit_cast<std::uint32_t>(a / b))
        << std::hexfloat << a << " / " << b << ": " << quotient;
  }
}

TEST(QuotientTest, NumbersOfAnyBits) {
  for (int i = 0; i < 300000; ++i)
    expectQuotient(ofBits(), ofBits());
}

TEST(QuotientTest, UsualNumbersAreNotRare) {
  for (int i = 0; i < 100000; ++i)
    expectQuotient(usual(), usual(), false);
}

TEST(QuotientTest, ZerosAreNotRareAndKeepTheirSign) {
  for (const float zero : {0.0F, -0.0F})
    for (int i = 0; i < 10000; ++i)
      expectQuotient(zero, usual(), false);
}

TEST(QuotientTest, QuotientsNearMidpoints) {
  for (int i = 0; i < 300000; ++i) {
    const float b = usual(), q = 1 + float(random()() >> 11) * 0x1p-53F;
    const float product = std::fma(b, Limits::epsilon() / 2, b * q);
    const auto bits = std::bit_cast<std::uint32_t>(product);
    expectQuotient(std::bit_cast<float>(std::uint32_t(bits + random()() % 3 - 1)), b);
  }
}

/// Where they are subnormal, some lie in the middle between two numbers.
TEST(QuotientTest, ExactQuotientsOfAllSizes) {
  constexpr int kMost = kExponents - 24;
  std::uniform_int_distribution<int> exponent(-kMost, kMost), small(1, 1 << 10);
  for (int i = 0; i < 300000; ++i) {
    const int quotient = small(random()) | 1, divisor = small(random()) | 1;
    expectQuotient(std::ldexp(float(quotient * divisor), exponent(random())),
                   std::ldexp(float(divisor), exponent(random())));
  }
}

TEST(QuotientTest, CornersOfTheFormat) {
  std::vector<float> corners = {0,
                                Limits::denorm_min(),
                                Limits::min(),
                                Limits::max(),
                                1,
                                Limits::infinity(),
                                Limits::quiet_NaN(),
                                std::nextafter(2.0F, 1.0F),
                                SpecialOperands::kLeastNumerator,
                                1 / SpecialOperands::kLeastReciprocal};
  const std::size_t count = corners.size();
  for (std::size_t i = 0; i < count; ++i)
    for (const int shift : {-60, -1, 1, 60})
      corners.push_back(std::ldexp(corners[i], shift));
  for (const float a : corners)
    for (const float b : corners)
      for (const float near : {std::nextafter(a, 0.0F), a, std::nextafter(a, Limits::infinity())})
        for (const float sign : {1.0F, -1.0F})
          expectQuotient(near, sign * b);
}

TEST(QuotientTest, WhatIsSpecial) {
  const float tiny = Limits::min(), huge = Limits::max() / 2;
  const std::pair<float, float> rare[] = {{1, 0},
                                          {0, 0},
                                          {1, Limits::infinity()},
                                          {Limits::infinity(), 1},
                                          {Limits::quiet_NaN(), 1},
                                          {1, Limits::quiet_NaN()},
                                          {tiny, 1},
                                          {Limits::denorm_min(), 1},
                                          {1, huge},
                                          {huge, tiny}};
  for (const auto &[a, b] : rare) {
    SpecialOperands operands;
    usualQuotient(a, b, 0, operands);
    EXPECT_TRUE(operands.areThere()) << a << " / " << b;
  }
}

} // namespace
