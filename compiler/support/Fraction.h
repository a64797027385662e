/// \file Exact rational numbers of unlimited size.
#pragma once

#include "llvm/ADT/DynamicAPInt.h"
#include <cstdint>
#include <string>

namespace stencilc {

/// A rational number in lowest terms with a positive denominator. All operations are exact except
/// `rounded`.
class Fraction {
public:
  Fraction(std::int64_t numerator = 0, std::int64_t denominator = 1)
      : Fraction(llvm::DynamicAPInt(numerator), llvm::DynamicAPInt(denominator)) {}
  /// Returns the exact value of a finite double.
  static Fraction of(double value);

  bool isZero() const { return numerator == 0; }
  /// Returns the nearest double. A value halfway between two doubles gives the one whose last bit
  /// is 0. Values beyond the largest double become infinity.
  double rounded() const;
  /// Returns the fraction as text: "-205/72", or "2" if it is an integer.
  std::string text() const;

  friend Fraction operator+(const Fraction &a, const Fraction &b);
  friend Fraction operator-(const Fraction &a, const Fraction &b);
  friend Fraction operator*(const Fraction &a, const Fraction &b);
  /// Returns the exact quotient `a` / `b`. Precondition: `b` is not zero.
  friend Fraction operator/(const Fraction &a, const Fraction &b);
  friend bool operator==(const Fraction &a, const Fraction &b) {
    return a.numerator == b.numerator && a.denominator == b.denominator;
  }

private:
  Fraction(const llvm::DynamicAPInt &top, const llvm::DynamicAPInt &bottom);

  llvm::DynamicAPInt numerator, denominator;
};

} // namespace stencilc
