/// \file SHA-256 of arrays and texts, which cannot run into one another: each begins with its size.
#pragma once

#include "ir/Interpreter.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SHA256.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// A value as results hold it: every NaN that the interpreter computes has the same bits there.
double settled(double value);

class Sum {
public:
  void add(llvm::StringRef text);
  /// Every NaN counts as the same number, as it does for comparisons.
  void add(const std::vector<double> &numbers);
  /// An array called `name`: type, extents and the bits of its cells.
  void add(llvm::StringRef name, const ir::Grid &array);

  /// The sum of what was added, in hexadecimal digits.
  std::string text() { return textOf(hash.result()); }
  /// The sum of some bytes alone.
  static std::string ofBytes(llvm::StringRef bytes);

private:
  static std::string textOf(llvm::ArrayRef<std::uint8_t> digest);
  void addNumber(std::uint64_t number);

  llvm::SHA256 hash;
};

} // namespace stencilc::driver
