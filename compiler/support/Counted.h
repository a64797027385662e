/// \file A number and what there is of it, as messages say it.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace stencilc {

/// "1 cell", "3 cells"; "2 axes".
std::string counted(std::int64_t count, llvm::StringRef noun);

} // namespace stencilc
