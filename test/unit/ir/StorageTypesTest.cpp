/// \file Rounding to types of storage and their bits, by numbers that IEEE 754 gives.
#include "ir/StorageTypes.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace stencilc::ir;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(StorageTypesTest, f16RoundsToNearestEven) {
  const auto f16 = [](double value) { return roundTo(value, ScalarType::F16); };
  EXPECT_EQ(f16(1), 1);
  EXPECT_EQ(f16(1 + 0x1p-11), 1);          // a tie, to the even one below
  EXPECT_EQ(f16(1 + 0x3p-11), 1 + 0x1p-9); // a tie, to the even one above
  EXPECT_EQ(f16(1 + 0x1p-11 + 0x1p-40), 1 + 0x1p-10);
  EXPECT_EQ(f16(65504), 65504);
  EXPECT_EQ(f16(65519.999), 65504);
  EXPECT_EQ(f16(65520), kInfinity);
  EXPECT_EQ(f16(-65520), -kInfinity);
  EXPECT_EQ(f16(0x1p-24), 0x1p-24); // the smallest subnormal number
  EXPECT_EQ(f16(0x1p-25), 0);       // half of it
  EXPECT_EQ(f16(0x1.8p-25), 0x1p-24);
  EXPECT_EQ(f16(0x1.ff8p-15), 0x1.ff8p-15); // subnormal, exact
  EXPECT_TRUE(std::signbit(f16(-1e-30)));
  EXPECT_TRUE(std::isnan(f16(std::nan(""))));
}

TEST(StorageTypesTest, bf16HasTheRangeOfF32) {
  const auto bf16 = [](double value) { return roundTo(value, ScalarType::BF16); };
  EXPECT_EQ(bf16(1 + 0x1p-8), 1);
  EXPECT_EQ(bf16(1 + 0x3p-8), 1 + 0x1p-6);
  EXPECT_EQ(bf16(0x1.fep127), 0x1.fep127);
  EXPECT_EQ(bf16(0x1.ffp127), kInfinity);
  EXPECT_EQ(bf16(0x1p-133), 0x1p-133);
  EXPECT_EQ(bf16(0x1p-134), 0);
  // Rounded once: by way of f32 it would be a tie, and go down.
  EXPECT_EQ(bf16(1 + 0x1p-8 + 0x1p-40), 1 + 0x1p-7);
}

TEST(StorageTypesTest, wholeNumbersEndAtTheirLimits) {
  EXPECT_EQ(roundTo(2.5, ScalarType::U8), 2);
  EXPECT_EQ(roundTo(3.5, ScalarType::U8), 4);
  EXPECT_EQ(roundTo(-3, ScalarType::U8), 0);
  EXPECT_EQ(roundTo(1e9, ScalarType::U8), 255);
  EXPECT_EQ(roundTo(-kInfinity, ScalarType::I16), -32768);
  EXPECT_EQ(roundTo(2147483647.5, ScalarType::I32), 2147483647);
  EXPECT_EQ(roundTo(std::nan(""), ScalarType::I32), 0);
  EXPECT_FALSE(std::signbit(roundTo(-0.25, ScalarType::I16)));
}

TEST(StorageTypesTest, bitsAreThoseOfTheFormat) {
  EXPECT_EQ(bitsOf(1, ScalarType::F16), 0x3c00u);
  EXPECT_EQ(bitsOf(-2, ScalarType::F16), 0xc000u);
  EXPECT_EQ(bitsOf(65504, ScalarType::F16), 0x7bffu);
  EXPECT_EQ(bitsOf(kInfinity, ScalarType::F16), 0x7c00u);
  EXPECT_EQ(bitsOf(0x1p-24, ScalarType::F16), 1u);
  EXPECT_EQ(bitsOf(std::numeric_limits<double>::quiet_NaN(), ScalarType::F16), 0x7e00u);
  EXPECT_EQ(bitsOf(std::numeric_limits<double>::quiet_NaN(), ScalarType::BF16), 0x7fc0u);
  EXPECT_EQ(bitsOf(1, ScalarType::BF16), 0x3f80u);
  EXPECT_EQ(bitsOf(1, ScalarType::F32), 0x3f800000u);
  EXPECT_EQ(bitsOf(-0.0, ScalarType::F64), 0x8000000000000000u);
  EXPECT_EQ(bitsOf(-1, ScalarType::I16), 0xffffu);
  EXPECT_EQ(bitsOf(-2147483648.0, ScalarType::I32), 0x80000000u);
  EXPECT_EQ(highestOf(ScalarType::F64), std::numeric_limits<double>::max());
  EXPECT_EQ(highestOf(ScalarType::F32), std::numeric_limits<float>::max());
  EXPECT_EQ(epsilonOf(ScalarType::F32), std::numeric_limits<float>::epsilon());
}

TEST(StorageTypesTest, allBitsGoThereAndBack) {
  for (const ScalarType type : {ScalarType::F16, ScalarType::BF16, ScalarType::U8, ScalarType::I16})
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 8 * bytesOf(type); ++bits) {
      const double value = fromBits(bits, type);
      EXPECT_EQ(bitsOf(value, type), bits);
      if (!std::isnan(value))
        EXPECT_EQ(roundTo(value, type), value);
    }
}

} // namespace
