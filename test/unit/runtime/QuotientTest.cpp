/// \file Quotients without tests, as a GPU computes them: the operations of cuda/QuotientCuda.h
/// done here, with approximations of reciprocals that are off by what a GPU may be off, and what
/// there was among the operands (Rare.h). Whatever is not rare is the quotient.
#include "stencilc/Rare.h"
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

namespace {

using stencilc::RareOperands;

std::mt19937_64 &random() {
  static std::mt19937_64 generator(1);
  return generator;
}

template <class T> struct Bits;
template <> struct Bits<float> {
  using Unsigned = std::uint32_t;
  static constexpr int kExponents = 126; // beyond +-this approximations are infinite or zero
};
template <> struct Bits<double> {
  using Unsigned = std::uint64_t;
  static constexpr int kExponents = 1022;
};

/// What a GPU may have for 1 / b, 1 / b being `exact`; `step`, from -1 to 1, says how far off.
float nearby(float exact, double step) { // a unit of the last place
  return step < -0.5  ? std::nextafter(exact, 0.0F)
         : step > 0.5 ? std::nextafter(exact, 2 * exact)
                      : exact;
}
double nearby(double exact, double step) { // 20 bits, and the lower half is zero
  const auto bits = std::bit_cast<std::uint64_t>(exact * (1 + step * 0x1p-20));
  return std::bit_cast<double>(bits >> 32 << 32);
}
template <class T> T approximation(T b, double step) {
  const T most = std::ldexp(T(1), Bits<T>::kExponents);
  if (std::isnan(b))
    return b;
  if (std::fabs(b) < 1 / most)
    return std::copysign(std::numeric_limits<T>::infinity(), b);
  if (std::fabs(b) > most)
    return std::copysign(T(0), b);
  return nearby(1 / b, step);
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
double corrected(double y, double b) {
  const double e = std::fma(-b, y, 1.0);
  y = std::fma(std::fma(e, e, e), y, y);
  return std::fma(std::fma(-b, y, 1.0), y, y);
}

/// As usualQuotient() and what takes its operands.
template <class T> T usualQuotient(T a, T b, double step, RareOperands &rare) {
  rare.takeNumerator(a);
  const T y = approximation(b, step);
  rare.takeReciprocal(b, y);
  const T r = corrected(y, b), q = a * r;
  return rare.taken(std::copysign(std::fma(std::fma(-b, q, a), r, q), q));
}

template <class T> T ofBits() { return std::bit_cast<T>(typename Bits<T>::Unsigned(random()())); }
/// A number of any size that numbers of grids have.
template <class T> T usual() {
  const double exponent = std::uniform_real_distribution(-20.0, 20.0)(random());
  return T(std::exp2(exponent) * (random()() & 1 ? 1 : -1));
}

template <class T> class QuotientTest : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(QuotientTest, Precisions);

template <class T> void expectQuotient(T a, T b, bool mayBeRare = true) {
  using Unsigned = typename Bits<T>::Unsigned;
  for (const double step : {-1.0, 0.0, 1.0}) {
    RareOperands rare;
    const T quotient = usualQuotient(a, b, step, rare);
    if (rare.areThere()) {
      EXPECT_TRUE(mayBeRare) << std::hexfloat << a << " / " << b;
      continue;
    }
    ASSERT_EQ(std::bit_cast<Unsigned>(quotient), std::bit_cast<Unsigned>(T(a / b)))
        << std::hexfloat << a << " / " << b << ": " << quotient;
  }
}

TYPED_TEST(QuotientTest, NumbersOfAnyBits) {
  for (int i = 0; i < 300000; ++i)
    expectQuotient(ofBits<TypeParam>(), ofBits<TypeParam>());
}

TYPED_TEST(QuotientTest, UsualNumbersAreNotRare) {
  for (int i = 0; i < 100000; ++i)
    expectQuotient(usual<TypeParam>(), usual<TypeParam>(), false);
}

TYPED_TEST(QuotientTest, ZerosAreNotRareAndKeepTheirSign) {
  for (const TypeParam zero : {TypeParam(0), -TypeParam(0)})
    for (int i = 0; i < 10000; ++i)
      expectQuotient(zero, usual<TypeParam>(), false);
}

TYPED_TEST(QuotientTest, QuotientsNearMidpoints) {
  using Unsigned = typename Bits<TypeParam>::Unsigned;
  const TypeParam half = std::numeric_limits<TypeParam>::epsilon() / 2;
  for (int i = 0; i < 300000; ++i) {
    const TypeParam b = usual<TypeParam>(),
                    q = 1 + TypeParam(random()() >> 11) * TypeParam(0x1p-53);
    const TypeParam product = std::fma(b, half, b * q);
    expectQuotient(
        std::bit_cast<TypeParam>(Unsigned(std::bit_cast<Unsigned>(product) + random()() % 3 - 1)),
        b);
  }
}

/// Where they are subnormal, some lie in the middle between two numbers.
TYPED_TEST(QuotientTest, ExactQuotientsOfAllSizes) {
  constexpr int kMost = Bits<TypeParam>::kExponents - 24;
  std::uniform_int_distribution<int> exponent(-kMost, kMost), small(1, 1 << 10);
  for (int i = 0; i < 300000; ++i) {
    const int quotient = small(random()) | 1, divisor = small(random()) | 1;
    expectQuotient(std::ldexp(TypeParam(quotient * divisor), exponent(random())),
                   std::ldexp(TypeParam(divisor), exponent(random())));
  }
}

TYPED_TEST(QuotientTest, CornersOfTheFormat) {
  using Limits = std::numeric_limits<TypeParam>;
  std::vector<TypeParam> corners = {0,
                                    Limits::denorm_min(),
                                    Limits::min(),
                                    Limits::max(),
                                    1,
                                    Limits::infinity(),
                                    Limits::quiet_NaN(),
                                    std::nextafter(TypeParam(2), TypeParam(1)),
                                    RareOperands::kLeastSingle,
                                    1 / RareOperands::kLeastReciprocalSingle,
                                    TypeParam(RareOperands::kLeastDouble),
                                    TypeParam(1 / RareOperands::kLeastReciprocalDouble)};
  const std::size_t count = corners.size();
  for (std::size_t i = 0; i < count; ++i)
    for (const int shift : {-60, -1, 1, 60})
      corners.push_back(std::ldexp(corners[i], shift));
  for (const TypeParam a : corners)
    for (const TypeParam b : corners)
      for (const TypeParam near :
           {std::nextafter(a, TypeParam(0)), a, std::nextafter(a, Limits::infinity())})
        for (const TypeParam sign : {TypeParam(1), TypeParam(-1)})
          expectQuotient(near, sign * b);
}

TYPED_TEST(QuotientTest, WhatIsRare) {
  using Limits = std::numeric_limits<TypeParam>;
  const TypeParam tiny = Limits::min(), huge = Limits::max() / 2;
  const std::pair<TypeParam, TypeParam> rare[] = {{1, 0},
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
    RareOperands operands;
    usualQuotient(a, b, 0, operands);
    EXPECT_TRUE(operands.areThere()) << a << " / " << b;
  }
}

} // namespace
