/// \file Short content hashes, which name files in caches.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::driver {

/// Returns the first 24 hexadecimal digits of the SHA-256 hash of the concatenated `parts`.
std::string shortHash(llvm::ArrayRef<llvm::StringRef> parts);

} // namespace stencilc::driver
