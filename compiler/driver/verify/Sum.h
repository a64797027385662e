/// \file Computes the SHA-256 hash of a sequence of arrays and texts. The size of each is hashed
/// first, so that different sequences cannot look the same.
#pragma once

#include "ir/interpreter/Interpreter.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SHA256.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// Returns `value`, or if it is a NaN, the one NaN that result files contain, without sign or
/// payload.
double settled(double value);

/// A SHA-256 hash of a sequence of texts and arrays.
class Sum {
public:
  void add(llvm::StringRef text);
  /// Adds an array of numbers to the hash. All NaNs count as the same value, as in comparisons.
  void add(const std::vector<double> &numbers);
  /// Adds an array to the hash: its name, type, extents, and the bits of its cells.
  void add(llvm::StringRef name, const ir::Grid &array);

  /// Returns the SHA-256 hash of everything added so far, as hexadecimal digits.
  std::string text() { return textOf(hash.result()); }
  /// Returns the SHA-256 hash of `bytes` alone, as hexadecimal digits.
  static std::string ofBytes(llvm::StringRef bytes);

private:
  static std::string textOf(llvm::ArrayRef<std::uint8_t> digest);
  void addNumber(std::uint64_t number);

  llvm::SHA256 hash;
};

} // namespace stencilc::driver
