/// \file Computes with exact fractions, and rounds them to double.
#include "support/Fraction.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <cmath>

namespace stencilc {

using llvm::DynamicAPInt;

Fraction::Fraction(const DynamicAPInt &top, const DynamicAPInt &bottom)
    : numerator(top), denominator(bottom) {
  assert(denominator != 0 && "a fraction of zero parts");
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  const DynamicAPInt common = gcd(abs(numerator), denominator);
  numerator /= common;
  denominator /= common;
}

Fraction Fraction::of(double value) {
  assert(std::isfinite(value));
  constexpr int kBits = 53; // bits in the significand of a double
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  Fraction result(static_cast<std::int64_t>(std::ldexp(fraction, kBits)));
  DynamicAPInt power(1);
  for (int bit = std::abs(exponent - kBits); bit > 0; --bit)
    power *= 2;
  return exponent < kBits ? Fraction(result.numerator, power)
                          : Fraction(result.numerator * power, DynamicAPInt(1));
}

Fraction operator+(const Fraction &a, const Fraction &b) {
  return {a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator};
}
Fraction operator-(const Fraction &a, const Fraction &b) {
  return {a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator};
}
Fraction operator*(const Fraction &a, const Fraction &b) {
  return {a.numerator * b.numerator, a.denominator * b.denominator};
}
Fraction operator/(const Fraction &a, const Fraction &b) {
  return {a.numerator * b.denominator, a.denominator * b.numerator};
}

double Fraction::rounded() const {
  if (isZero())
    return 0;
  // The quotient has 61 bits, and one more bit that is set if there is a remainder. Converting it
  // to 53 bits rounds the fraction itself.
  DynamicAPInt top = abs(numerator), bottom = denominator;
  const DynamicAPInt least(std::int64_t{1} << 60), most(std::int64_t{1} << 61);
  int exponent = 0;
  for (; top < bottom * least; --exponent)
    top *= 2;
  for (; top >= bottom * most; ++exponent)
    bottom *= 2;
  const bool isLeft = top % bottom != 0;
  const std::int64_t digits = 2 * static_cast<std::int64_t>(top / bottom) + (isLeft ? 1 : 0);
  const double size = std::ldexp(static_cast<double>(digits), exponent - 1);
  return numerator < 0 ? -size : size;
}

std::string Fraction::text() const {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << numerator;
  if (denominator != 1)
    out << '/' << denominator;
  return text;
}

} // namespace stencilc
