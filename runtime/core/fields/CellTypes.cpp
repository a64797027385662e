/// \file Names of cell types, and conversions that round.
#include "runtime/core/fields/CellTypes.h"

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Names of a cell type, and the range of numbers that it represents exactly.
struct TypeFacts {
  const char *name, *npyName, *shortName;
  /// `digits` is the largest n for which the type represents all integers from 0 to 2^n - 1
  /// exactly. `exponents` is the number of bits of the exponent, 0 for integer types.
  int digits, exponents;
};

const TypeFacts &factsOf(Scalar scalar) {
  static constexpr TypeFacts all[] = {{"f32", "<f4", "f4", 24, 8}, {"f64", "<f8", "f8", 53, 11},
                                      {"f16", "<f2", "f2", 11, 5}, {"bf16", "<V2", "bf16", 8, 8},
                                      {"u8", "|u1", "u1", 8, 0},   {"i16", "<i2", "i2", 15, 0},
                                      {"i32", "<i4", "i4", 31, 0}};
  return all[static_cast<int>(scalar)];
}

} // namespace

const char *nameOf(Scalar scalar) { return factsOf(scalar).name; }
const char *npyNameOf(Scalar scalar) { return factsOf(scalar).npyName; }

bool isRoundedTo(Scalar from, Scalar to) {
  const TypeFacts &given = factsOf(from), &held = factsOf(to);
  const bool hasSign = to != Scalar::U8 || from == Scalar::U8;
  const bool hasFractions = given.exponents == 0 || held.exponents > 0;
  const bool hasExponents = held.exponents == 0 || given.exponents <= held.exponents;
  return given.digits > held.digits || !hasSign || !hasFractions || !hasExponents;
}

std::string roundingNote(const std::string &path, Scalar from, const char *field, Scalar to) {
  return "'" + path + "' holds " + factsOf(from).shortName + "; field '" + field +
         "' is stored as " + nameOf(to) + ": its values are rounded";
}

double roundedTo(double value, Scalar scalar) {
  return withCell(scalar, [&]<class T>(T) { return static_cast<double>(static_cast<T>(value)); });
}

} // namespace stencilc::inline STENCILC_SPACE
