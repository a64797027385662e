/// \file The folders of the user, such as the cache of the tool, from environment variables.
#pragma once

#include "stencilc/Version.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the value of an environment variable, or an empty text if it is not set.
std::string environmentText(const char *name);

/// Returns the home folder of the user, or an empty text if there is none.
std::string homeFolder();

/// The cache folder of the tool, which keeps files between uses.
struct CachePlace {
  /// STENCILC_CACHE, else XDG_CACHE_HOME/stencilc, else ~/.cache/stencilc; empty if there is none.
  std::string path;
  bool isNamed = false; // set by STENCILC_CACHE
};
CachePlace cachePlace();

} // namespace stencilc::inline STENCILC_SPACE
