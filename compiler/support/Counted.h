/// \file A number and what there is of it, as messages say it.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <cstdint>
#include <string>

namespace stencilc {

/// "1 cell", "3 cells"; "2 axes".
std::string counted(std::int64_t count, llvm::StringRef noun);
/// A number of another type.
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
