/// \file The folders of the user, from the environment or the user database.
#include "runtime/core/support/UserFolders.h"
#include <climits>
#include <cstdlib>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

std::string environmentText(const char *name) {
  const char *const text = std::getenv(name);
  return text ? text : "";
}

/// Returns the absolute form of `path`, or `path` itself if the current folder is not known.
static std::string absolute(const std::string &path) {
  char folder[PATH_MAX];
  const bool isWhole = path.starts_with("/") || !getcwd(folder, sizeof folder);
  return isWhole ? path : std::string(folder) + "/" + path;
}

static bool isFolder(const std::string &path) {
  struct stat facts = {};
  return stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

std::string homeFolder() {
  std::string home = environmentText("HOME");
  if (home.empty())
    if (const passwd *user = getpwuid(geteuid()))
      home = user->pw_dir;
  return home.starts_with("/") && isFolder(home) ? home : "";
}

CachePlace cachePlace() {
  if (const std::string named = environmentText("STENCILC_CACHE"); !named.empty()) {
    std::string path = absolute(named);
    while (path.ends_with("/"))
      path.pop_back();
    return {path, true};
  }
  if (const std::string caches = environmentText("XDG_CACHE_HOME"); !caches.empty())
    return {absolute(caches) + "/stencilc"};
  const std::string home = homeFolder();
  return {home.empty() ? "" : home + "/.cache/stencilc"};
}

} // namespace stencilc::inline STENCILC_SPACE
