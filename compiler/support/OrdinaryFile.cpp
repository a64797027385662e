/// \file Reads files, and recognises pipes and devices before opening them.
#include "support/OrdinaryFile.h"
#include "llvm/Support/FileSystem.h"

namespace stencilc {

namespace fs = llvm::sys::fs;

bool isPipeOrDevice(const std::string &path) {
  fs::file_status status;
  return !fs::status(path, status) && fs::exists(status) && !fs::is_regular_file(status) &&
         !fs::is_directory(status);
}

std::unique_ptr<llvm::MemoryBuffer> readOrdinaryFile(const std::string &path, std::string &why) {
  if (isPipeOrDevice(path)) {
    why = kNoOrdinaryFile;
    return nullptr;
  }
  auto text = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (text)
    return std::move(*text);
  why = text.getError().message();
  return nullptr;
}

} // namespace stencilc
