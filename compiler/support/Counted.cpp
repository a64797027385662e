/// \file A number and what there is of it, as messages say it.
#include "support/Counted.h"

namespace stencilc {

std::string counted(std::int64_t count, llvm::StringRef noun) {
  // "axis" is the one noun here whose plural is its own.
  const std::string plural = noun == "axis" ? "axes" : noun.str() + "s";
  return std::to_string(count) + " " + (count == 1 ? noun.str() : plural);
}

} // namespace stencilc
