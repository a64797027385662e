/// \file Number types in memory: rounding to a type and its bit patterns.
#include "ir/StorageTypes.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace stencilc::ir {

namespace {

/// A binary floating-point format of IEEE 754.
struct Format {
  int precision;                      // bits of the significand, including the hidden bit
  int leastExponent, largestExponent; // exponents of normal numbers 1.x times 2^exponent

  int storedBits() const { return precision - 1; }
  std::uint64_t exponentBits() const {
    return static_cast<std::uint64_t>(largestExponent) * 2 + 1; // all ones: infinity and NaN
  }
  int signBit() const { return storedBits() + static_cast<int>(std::log2(exponentBits() + 1)); }
};

struct Limits {
  double lowest, highest;
};

/// Number of bits of an f64 NaN that contain its payload.
constexpr int kPayloadBits = 52;
constexpr std::uint64_t kPayload = (std::uint64_t{1} << kPayloadBits) - 1;

Format formatOf(ScalarType type) {
  switch (type) {
  case ScalarType::F16:
    return {11, -14, 15};
  case ScalarType::BF16:
    return {8, -126, 127};
  case ScalarType::F32:
    return {24, -126, 127};
  case ScalarType::F64:
    return {53, -1022, 1023};
  default:
    llvm_unreachable("not a floating-point type");
  }
}

Limits limitsOf(ScalarType type) {
  switch (type) {
  case ScalarType::U8:
    return {0, 255};
  case ScalarType::I16:
    return {-32768, 32767};
  case ScalarType::I32:
    return {-2147483648.0, 2147483647.0};
  default:
    llvm_unreachable("not an integer type");
  }
}

/// Rounds `value` to the precision of `format`, to nearest even. Returns infinity, with the sign of
/// `value`, if the result is larger than `highest`.
double roundToFormat(double value, const Format &format, double highest) {
  if (value == 0 || !std::isfinite(value))
    return value;
  const int exponent = std::max(std::ilogb(value), format.leastExponent);
  const int lastPlace = exponent - format.storedBits();
  const double rounded = std::scalbn(std::nearbyint(std::scalbn(value, -lastPlace)), lastPlace);
  return std::fabs(rounded) > highest
             ? std::copysign(std::numeric_limits<double>::infinity(), value)
             : rounded;
}

} // namespace

int bytesOf(ScalarType type) {
  switch (type) {
  case ScalarType::F64:
    return 8;
  case ScalarType::F32:
  case ScalarType::I32:
    return 4;
  case ScalarType::F16:
  case ScalarType::BF16:
  case ScalarType::I16:
    return 2;
  case ScalarType::U8:
  case ScalarType::Bool:
    return 1;
  }
  llvm_unreachable("unknown type");
}

double roundTo(double value, ScalarType type) {
  switch (type) {
  case ScalarType::F32:
    return static_cast<float>(value);
  case ScalarType::F64:
    return value;
  case ScalarType::F16:
  case ScalarType::BF16:
    return roundToFormat(value, formatOf(type), highestOf(type));
  case ScalarType::U8:
  case ScalarType::I16:
  case ScalarType::I32: {
    if (std::isnan(value))
      return 0;
    const Limits limits = limitsOf(type);
    return std::clamp(std::nearbyint(value), limits.lowest, limits.highest) + 0.0; // no -0
  }
  case ScalarType::Bool:
    return value != 0;
  }
  llvm_unreachable("unknown type");
}

double highestOf(ScalarType type) {
  if (isInteger(type))
    return limitsOf(type).highest;
  const Format format = formatOf(type);
  return std::scalbn(2 - std::scalbn(1.0, -format.storedBits()), format.largestExponent);
}

double lowestOf(ScalarType type) {
  return isInteger(type) ? limitsOf(type).lowest : -highestOf(type);
}

double epsilonOf(ScalarType type) {
  return isInteger(type) ? 1 : std::scalbn(1.0, -formatOf(type).storedBits());
}

std::uint64_t bitsOf(double value, ScalarType type) {
  if (isInteger(type)) {
    const auto all = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    return all & ((std::uint64_t{1} << 8 * bytesOf(type)) - 1);
  }
  const Format format = formatOf(type);
  const std::uint64_t special = format.exponentBits() << format.storedBits();
  const std::uint64_t sign = static_cast<std::uint64_t>(std::signbit(value)) << format.signBit();
  if (std::isnan(value)) {
    const std::uint64_t payload = std::bit_cast<std::uint64_t>(value) & kPayload;
    return sign | special | payload >> (kPayloadBits - format.storedBits());
  }
  if (value == 0 || std::isinf(value))
    return sign | (value == 0 ? 0 : special);
  const int exponent = std::max(std::ilogb(value), format.leastExponent);
  const auto significand = static_cast<std::uint64_t>(
      std::scalbn(std::fabs(value), format.storedBits() - exponent)); // with the hidden bit, if any
  // The hidden bit of the sum increments the exponent, which starts at 0 for subnormal numbers.
  const auto biased = static_cast<std::uint64_t>(exponent - format.leastExponent);
  return sign | ((biased << format.storedBits()) + significand);
}

double fromBits(std::uint64_t bits, ScalarType type) {
  if (isInteger(type)) {
    const bool isNegative = type != ScalarType::U8 && bits >> (8 * bytesOf(type) - 1) & 1;
    return static_cast<double>(bits) - (isNegative ? std::scalbn(1.0, 8 * bytesOf(type)) : 0);
  }
  const Format format = formatOf(type);
  const bool isNegative = bits >> format.signBit() & 1;
  const std::uint64_t field = bits >> format.storedBits() & format.exponentBits();
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << format.storedBits()) - 1);
  double size = std::numeric_limits<double>::infinity();
  if (field == format.exponentBits() && fraction != 0)
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(isNegative ? -size : size) |
                                 fraction << (kPayloadBits - format.storedBits()));
  if (field != format.exponentBits()) {
    const std::uint64_t hidden = field > 0 ? std::uint64_t{1} << format.storedBits() : 0;
    const int exponent = static_cast<int>(field > 0 ? field - 1 : 0) + format.leastExponent;
    size = std::scalbn(static_cast<double>(hidden + fraction), exponent - format.storedBits());
  }
  return isNegative ? -size : size;
}

} // namespace stencilc::ir
