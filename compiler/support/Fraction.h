/// \file Exact fractions of whole numbers of any size.
#pragma once

#include "llvm/ADT/DynamicAPInt.h"
#include <cstdint>
#include <string>

namespace stencilc {

/// A fraction in lowest terms with a positive denominator. No operation rounds but `rounded`.
class Fraction {
public:
  Fraction(std::int64_t numerator = 0, std::int64_t denominator = 1)
      : Fraction(llvm::DynamicAPInt(numerator), llvm::DynamicAPInt(denominator)) {}
  /// What a finite double is.
  static Fraction of(double value);

  bool isZero() const { return numerator == 0; }
  /// The nearest double, of two the even one; an infinity beyond the largest.
  double rounded() const;
  /// "-205/72", "2".
  std::string text() const;

  friend Fraction operator+(const Fraction &a, const Fraction &b);
  friend Fraction operator-(const Fraction &a, const Fraction &b);
  friend Fraction operator*(const Fraction &a, const Fraction &b);
  /// `b` is not zero.
  friend Fraction operator/(const Fraction &a, const Fraction &b);
  friend bool operator==(const Fraction &a, const Fraction &b) {
    return a.numerator == b.numerator && a.denominator == b.denominator;
  }

private:
  Fraction(const llvm::DynamicAPInt &top, const llvm::DynamicAPInt &bottom);

  llvm::DynamicAPInt numerator, denominator;
};

} // namespace stencilc
