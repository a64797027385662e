/// \file Short content hashes, which name files in caches.
#include "driver/build/ShortHash.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

namespace stencilc::driver {

std::string shortHash(llvm::ArrayRef<llvm::StringRef> parts) {
  llvm::SHA256 hash;
  for (const llvm::StringRef part : parts)
    hash.update(part);
  return llvm::toHex(hash.final(), /*LowerCase=*/true).substr(0, 24);
}

} // namespace stencilc::driver
