/// \file The runtime's types of cells against the interpreter's definition of them, which shares no
/// code with it.
#include "ir/Names.h"
#include "ir/StorageTypes.h"
#include "runtime/core/fields/CellTypes.h"
#include "gtest/gtest.h"
#include <bit>
#include <cmath>
#include <random>

using namespace stencilc;
using ir::ScalarType;

namespace {

template <class T, class Real> void expectStored(Real value, ScalarType type) {
  const double rounded = ir::roundTo(static_cast<double>(value), type);
  const std::uint64_t found = detail::toWord(T(value)), wanted = ir::bitsOf(rounded, type);
  if (std::isnan(rounded)) // any of them
    EXPECT_TRUE(std::isnan(ir::fromBits(found, type)));
  else
    EXPECT_EQ(found, wanted) << static_cast<double>(value) << " as " << ir::toString(type);
}

template <class Real> void expectAll(Real value) {
  expectStored<F16>(value, ScalarType::F16);
  expectStored<BF16>(value, ScalarType::BF16);
  expectStored<U8>(value, ScalarType::U8);
  expectStored<I16>(value, ScalarType::I16);
  if constexpr (sizeof(Real) == 8)
    expectStored<I32>(value, ScalarType::I32);
}

template <class T> void expectWidened(ScalarType type) {
  for (std::uint32_t bits = 0; bits < 1u << 8 * sizeof(T); ++bits) {
    const T cell = detail::fromWord<T>(bits);
    const double wanted = ir::fromBits(bits, type);
    if (std::isnan(wanted)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(cell)) && std::isnan(static_cast<double>(cell)));
      continue;
    }
    EXPECT_EQ(std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<float>(cell))),
              std::bit_cast<std::uint64_t>(wanted));
    EXPECT_EQ(std::bit_cast<std::uint64_t>(static_cast<double>(cell)),
              std::bit_cast<std::uint64_t>(wanted));
  }
}

TEST(StorageTest, everyCellIsWidenedExactly) {
  expectWidened<F16>(ScalarType::F16);
  expectWidened<BF16>(ScalarType::BF16);
  expectWidened<U8>(ScalarType::U8);
  expectWidened<I16>(ScalarType::I16);
}

TEST(StorageTest, floatsOfAllSizesAreRounded) {
  for (std::uint64_t bits = 0; bits <= 0xffffffffu; bits += 10007)
    expectAll(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

TEST(StorageTest, doublesAreRoundedOnce) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 400000; ++i) {
    const std::uint64_t any = random(), nearOne = 1023 - 30 + any % 64;
    expectAll(std::bit_cast<double>(any));
    expectAll(std::bit_cast<double>((random() & 0x800fffffffffffff) | nearOne << 52));
  }
}

/// Between each number of the format and the next: the tie, and what is right below and above.
void expectTies(ScalarType type) {
  const double far = ir::highestOf(type) * (1 + ir::epsilonOf(type) / 2); // where infinity begins
  for (std::uint64_t bits = 0; bits < 0x8000; ++bits) {
    const double here = ir::fromBits(bits, type), next = ir::fromBits(bits + 1, type);
    if (!std::isfinite(here))
      break;
    const double tie = std::isfinite(next) ? here / 2 + next / 2 : far;
    for (const double value :
         {tie, std::nextafter(tie, 0), std::nextafter(tie, 1e300), -tie, here, -here}) {
      expectAll(value);
      expectAll(static_cast<float>(value));
    }
  }
}

TEST(StorageTest, tiesGoToTheEvenOne) {
  expectTies(ScalarType::F16);
  expectTies(ScalarType::BF16);
}

TEST(StorageTest, wholeNumbersEndAtTheirLimits) {
  for (const double value :
       {0.5, 1.5, 2.5, -0.5, -0.2, 254.5, 255.5, 256.0, 32767.5, -32768.5, 2147483647.5,
        -2147483648.5, 1e300, -1e300, HUGE_VAL, -HUGE_VAL, std::nan(""), 0.0, -0.0}) {
    expectAll(value);
    expectAll(static_cast<float>(value));
  }
}

TEST(StorageTest, constantsAreTheSameNumbers) {
  static_assert(F16(0.1f).bits == 0x2e66 && BF16(0.1f).bits == 0x3dcd && U8(7.0).bits == 7);
  static_assert(F16(1e-7).bits == 2 && I16(-3.5f).bits == -4);
}

TEST(StorageTest, typesHaveNamesOfTheirOwn) {
  EXPECT_STREQ(nameOf(Scalar::BF16), "bf16");
  EXPECT_STREQ(npyNameOf(Scalar::F16), "<f2");
  EXPECT_TRUE(isRoundedTo(Scalar::F64, Scalar::F32));
  EXPECT_TRUE(isRoundedTo(Scalar::F16, Scalar::BF16));
  EXPECT_TRUE(isRoundedTo(Scalar::BF16, Scalar::F16));
  EXPECT_TRUE(isRoundedTo(Scalar::F16, Scalar::I32));
  EXPECT_TRUE(isRoundedTo(Scalar::I16, Scalar::U8));
  EXPECT_FALSE(isRoundedTo(Scalar::U8, Scalar::BF16));
  EXPECT_FALSE(isRoundedTo(Scalar::F16, Scalar::F32));
  EXPECT_FALSE(isRoundedTo(Scalar::U8, Scalar::U8));
}

} // namespace
