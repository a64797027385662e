/// \file What the environment says of folders of the user's: where the tool keeps things, and
/// programs of it find them.
#pragma once

#include "stencilc/Version.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// What a variable of the environment says; empty without it.
std::string environmentText(const char *name);

/// The user's home; empty if there is none.
std::string homeFolder();

/// Where the tool keeps things between two uses.
struct CachePlace {
  std::string path;     // STENCILC_CACHE, XDG_CACHE_HOME/stencilc or ~/.cache/stencilc; or empty
  bool isNamed = false; // by STENCILC_CACHE
};
CachePlace cachePlace();

} // namespace stencilc::inline STENCILC_SPACE
