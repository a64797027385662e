/// \file A folder for new files that appear all or not at all.
#pragma once

#include "support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// Folder for new files. The destructor removes the files that were added and the folders that were
/// made, unless keep() was called.
class NewFolder {
public:
  explicit NewFolder(std::string path) : path(std::move(path)) {}
  ~NewFolder();
  NewFolder(const NewFolder &) = delete;
  NewFolder &operator=(const NewFolder &) = delete;

  /// Makes the folder and the folders above it that are missing. An empty folder may exist. Returns
  /// the reason of a failure for a message, or an empty string.
  std::string make();
  /// Writes the file `name` of the folder. Returns false after a reported error.
  bool add(llvm::StringRef name, llvm::StringRef text, Diagnostics &diags);
  /// Keeps all files and folders.
  void keep() { made.clear(); }

private:
  std::string path;
  std::vector<std::string> made; // files and folders, in the order in which they were made
};

} // namespace stencilc::driver
