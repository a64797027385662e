/// \file Detection of changed files by size and time, without reading them.
#include "library/FileState.h"
#include "llvm/Support/FileSystem.h"

namespace stencilc::library {

std::string fileState(const std::string &path) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status))
    return "";
  const auto time = status.getLastModificationTime().time_since_epoch().count(); // nanoseconds
  return path + " " + std::to_string(status.getSize()) + " " + std::to_string(time) + "\n";
}

} // namespace stencilc::library
