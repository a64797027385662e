/// \file Formats a count with its noun in singular or plural, for messages.
#include "support/Counted.h"

namespace stencilc {

std::string counted(std::int64_t count, llvm::StringRef noun) {
  // "axis" is the only irregular noun in messages.
  const std::string plural = noun == "axis" ? "axes" : noun.str() + "s";
  return std::to_string(count) + " " + (count == 1 ? noun.str() : plural);
}

} // namespace stencilc
