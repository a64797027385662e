/// \file Computes the SHA-256 hash of a sequence of arrays and texts.
#include "driver/verify/Sum.h"
#include "runtime/core/fields/NotFinite.h"
#include "llvm/ADT/StringExtras.h"
#include <bit>

namespace stencilc::driver {

void Sum::addNumber(std::uint64_t number) {
  constexpr int kBits = 8;
  std::uint8_t bytes[sizeof number];
  for (std::uint8_t &byte : bytes) {
    byte = static_cast<std::uint8_t>(number);
    number >>= kBits;
  }
  hash.update(bytes);
}

void Sum::add(llvm::StringRef text) {
  addNumber(text.size());
  hash.update(text);
}

double settled(double value) {
  settleNotFinite(&value, 1);
  return value;
}

void Sum::add(const std::vector<double> &numbers) {
  addNumber(numbers.size());
  for (const double number : numbers)
    addNumber(std::bit_cast<std::uint64_t>(settled(number)));
}

void Sum::add(llvm::StringRef name, const ir::Grid &array) {
  add(name);
  addNumber(static_cast<std::uint64_t>(array.type));
  for (const std::int64_t extent : array.extents.n)
    addNumber(static_cast<std::uint64_t>(extent));
  for (const double cell : array.cells)
    addNumber(ir::bitsOf(settled(cell), array.type));
}

std::string Sum::textOf(llvm::ArrayRef<std::uint8_t> digest) {
  return llvm::toHex(digest, /*LowerCase=*/true);
}

std::string Sum::ofBytes(llvm::StringRef bytes) {
  return textOf(llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes)));
}

} // namespace stencilc::driver
