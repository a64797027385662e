/// \file The names of what is kept by its content.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::driver {

/// The first 24 hexadecimal digits of the SHA-256 sum of `parts`, one behind the other.
std::string shortHash(llvm::ArrayRef<llvm::StringRef> parts);

} // namespace stencilc::driver
