/// \file Folders of the user, such as the cache of stencilc, from environment variables.
#pragma once

#include "stencilc/Version.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the value of an environment variable, or an empty text if it is not set.
std::string environmentText(const char *name);

/// Returns the home folder of the user, or an empty text if it is not known.
std::string homeFolder();

/// Cache folder of stencilc, whose files are kept for later uses.
struct CachePlace {
  /// Path of the folder: STENCILC_CACHE, otherwise XDG_CACHE_HOME/stencilc, otherwise
  /// ~/.cache/stencilc. Empty if none is known.
  std::string path;
  bool isNamed = false; // set by STENCILC_CACHE
};
CachePlace cachePlace();

} // namespace stencilc::inline STENCILC_SPACE
