/// \file The functions of the runtime give the bits of the interpreter.
#include "stencilc/Math.h"
#include "ir/interpreter/Interpreter.h"
#include "ir/interpreter/InterpreterArithmetic.h"
#include "stencilc/Quotient.h"
#include "stencilc/Root.h"
#include "stencilc/random/Random.h"
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

// Inside the namespace, so that its functions hide those of the C library.
namespace stencilc {
namespace {

using ir::BinaryOp;
using ir::ScalarType;
using ir::UnaryOp;

template <class T>
const T kValues[] = {0,
                     -T{0},
                     T(0.1),
                     T(-2.5),
                     T(3.75),
                     T(1e-30),
                     T(12345.678),
                     std::numeric_limits<T>::denorm_min(),
                     std::numeric_limits<T>::max(),
                     std::numeric_limits<T>::infinity(),
                     -std::numeric_limits<T>::infinity(),
                     std::numeric_limits<T>::quiet_NaN()};

/// Equal bits, or both NaN.
template <class T> bool same(T a, double b) {
  const T other = static_cast<T>(b);
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return (a != a && other != other) || std::bit_cast<Bits>(a) == std::bit_cast<Bits>(other);
}

template <class T> void unaryAgrees(ScalarType type) {
  const struct {
    UnaryOp op;
    T (*function)(T);
  } functions[] = {{UnaryOp::Abs, abs},   {UnaryOp::Sqrt, sqrt},  {UnaryOp::Exp, exp},
                   {UnaryOp::Log, log},   {UnaryOp::Sin, sin},    {UnaryOp::Cos, cos},
                   {UnaryOp::Tanh, tanh}, {UnaryOp::Floor, floor}};
  for (const auto &[op, function] : functions)
    for (const T a : kValues<T>)
      EXPECT_TRUE(same(function(a), ir::evaluateUnary(op, a, type))) << int(op) << " " << a;
}

template <class T> void binaryAgrees(ScalarType type) {
  for (const T a : kValues<T>)
    for (const T b : kValues<T>) {
      EXPECT_TRUE(same(min(a, b), ir::evaluateBinary(BinaryOp::Min, a, b, type))) << a << " " << b;
      EXPECT_TRUE(same(max(a, b), ir::evaluateBinary(BinaryOp::Max, a, b, type))) << a << " " << b;
      EXPECT_TRUE(same(pow(a, b), ir::evaluateBinary(BinaryOp::Power, a, b, type)))
          << a << " " << b;
      EXPECT_TRUE(
          same(overRoot(a, b), ir::evaluateBinary(BinaryOp::Divide, a,
                                                  ir::evaluateUnary(UnaryOp::Sqrt, b, type), type)))
          << a << " " << b;
      EXPECT_TRUE(same(divide(a, b), ir::evaluateBinary(BinaryOp::Divide, a, b, type)))
          << a << " " << b;
      for (const T c : kValues<T>)
        EXPECT_TRUE(same(fma(a, b, c), ir::evaluateFma(a, b, c, type)))
            << a << " " << b << " " << c;
    }
}

TEST(MathTest, floatAgreesWithTheInterpreter) {
  unaryAgrees<float>(ScalarType::F32);
  binaryAgrees<float>(ScalarType::F32);
}

TEST(MathTest, doubleAgreesWithTheInterpreter) {
  unaryAgrees<double>(ScalarType::F64);
  binaryAgrees<double>(ScalarType::F64);
}

TEST(MathTest, minAndMaxGiveTheSecondWhereNeitherIsFurther) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(min(nan, 1.0), 1);
  EXPECT_TRUE(min(1.0, nan) != min(1.0, nan));
  EXPECT_TRUE(std::signbit(max(0.0, -0.0)));
  EXPECT_EQ(min(3, 2), 2) << "of integers, too";
}

TEST(MathTest, functionsOfNumbersAreTheLibrarysNotTheCompilers) {
  volatile float number = 0.7f; // of which the compiler knows nothing
  const float known = 0.7f;
  EXPECT_EQ(tanh(known), std::tanh(number));
  EXPECT_EQ(exp(known), std::exp(number));
  EXPECT_EQ(log(known), std::log(number));
  EXPECT_EQ(sin(known), std::sin(number));
  EXPECT_EQ(cos(known), std::cos(number));
  EXPECT_EQ(pow(known, 2.5f), std::pow(number, 2.5f));
  if (number == 0.7f) { // a compiler may put 0.7 for it here
    EXPECT_EQ(tanh(number), std::tanh(number));
  }
}

TEST(RandomTest, isTheInterpretersAndSplitmix64) {
  // The published generator, started at 1234567, gives 6457827717110365317 first.
  EXPECT_EQ(random01(1234567, 0), static_cast<double>(6457827717110365317u >> 11) * 0x1p-53);
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{42}, ~std::uint64_t{0}})
    for (const std::uint64_t cell : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 40}) {
      const double value = random01(seed, cell);
      EXPECT_EQ(value, ir::randomNumber(seed, cell));
      EXPECT_GE(value, 0);
      EXPECT_LT(value, 1);
    }
}

} // namespace
} // namespace stencilc
