/// \file Paths of this program and of the files installed or built around it.
#include "library/OwnTool.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>
#include <link.h>

namespace stencilc::library {

namespace path = llvm::sys::path;

/// A variable by whose address the dynamic loader finds the file of this code: the tool or
/// libstencilc.
static int anchor;

/// Returns the file of libstencilc, without symbolic links, if this code is part of it. The result
/// is empty if this code is part of a program: the loader has no name for the main program.
static std::string ownLibrary() {
  Dl_info info = {};
  link_map *map = nullptr;
  const bool isKnown =
      dladdr1(&anchor, &info, reinterpret_cast<void **>(&map), RTLD_DL_LINKMAP) != 0;
  if (!isKnown || !map || !map->l_name || !*map->l_name)
    return "";
  llvm::SmallString<128> real;
  return llvm::sys::fs::real_path(map->l_name, real) ? map->l_name : real.str().str();
}

/// Returns the path of `relative` from the folder of `file`, without "..".
static std::string from(const std::string &file, llvm::StringRef relative) {
  llvm::SmallString<128> place = path::parent_path(file);
  path::append(place, relative);
  path::remove_dots(place, /*remove_dot_dot=*/true);
  return place.str().str();
}

std::string ownTool() {
  static const std::string tool = [] {
    const std::string library = ownLibrary();
    return library.empty() ? llvm::sys::fs::getMainExecutable(nullptr, &anchor)
                           : from(library, STENCILC_TOOL_FROM_LIBRARY);
  }();
  return tool;
}

std::string fromTool(const std::string &relative) { return from(ownTool(), relative); }

} // namespace stencilc::library
