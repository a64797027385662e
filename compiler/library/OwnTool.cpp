/// \file Paths of this program and of the files installed or built around it.
#include "library/OwnTool.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace stencilc::library {

std::string ownTool() {
  static int anchor; // its address identifies this program for LLVM
  static const std::string tool = llvm::sys::fs::getMainExecutable(nullptr, &anchor);
  return tool;
}

std::string fromTool(const std::string &relative) {
  namespace path = llvm::sys::path;
  llvm::SmallString<128> place = path::parent_path(ownTool());
  path::append(place, relative);
  path::remove_dots(place, /*remove_dot_dot=*/true);
  return place.str().str();
}

} // namespace stencilc::library
