/// \file Formats a count with its noun in singular or plural, for messages.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <cstdint>
#include <string>

namespace stencilc {

/// Returns `count` followed by `noun` for messages. Puts the noun into the plural unless `count` is
/// 1: "1 cell", "3 cells", "2 axes".
std::string counted(std::int64_t count, llvm::StringRef noun);
/// Returns `count` followed by `noun`, in the plural unless `count` is 1: "1 cell", "3 cells".
inline std::string counted(std::size_t count, llvm::StringRef noun) {
  return counted(static_cast<std::int64_t>(count), noun);
}
inline std::string counted(int count, llvm::StringRef noun) {
  return counted(std::int64_t{count}, noun);
}
inline std::string counted(unsigned count, llvm::StringRef noun) {
  return counted(std::int64_t{count}, noun);
}

} // namespace stencilc
