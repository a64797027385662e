/// \file The check that a path is below the working folder.
#include "runtime/core/support/WorkingFolder.h"
#include <cstdlib>

namespace stencilc::inline STENCILC_SPACE {

/// Returns `path` after all links are resolved, or an empty text if the file does not exist.
static std::string resolved(const std::string &path) {
  char *const real = realpath(path.c_str(), nullptr);
  std::string behind = real ? real : "";
  std::free(real);
  return behind;
}

bool isBelowWorkingFolder(const std::string &path) {
  const std::size_t slash = path.rfind('/');
  std::string real = resolved(path);
  if (real.empty())
    real = resolved(slash == std::string::npos ? "." : path.substr(0, slash + 1));
  std::string working = resolved(".");
  if (real.empty() || real == working)
    return true; // without a folder the file cannot be written
  if (working.empty() || working.back() != '/')
    working += '/';
  return real.compare(0, working.size(), working) == 0;
}

} // namespace stencilc::inline STENCILC_SPACE
