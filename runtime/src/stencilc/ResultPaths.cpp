/// \file Paths of results against each other, and against their formats.
#include "stencilc/ResultPaths.h"
#include <cctype>
#include <cstdlib>
#include <sys/stat.h>

namespace stencilc::inline STENCILC_SPACE {

bool isSameFile(const std::string &a, const std::string &b) {
  struct stat first, second;
  const bool hasFirst = stat(a.c_str(), &first) == 0, hasSecond = stat(b.c_str(), &second) == 0;
  if (hasFirst && hasSecond)
    return S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
  if (hasFirst || hasSecond)
    return false;
  const auto whole = [](const std::string &path) {
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    char *const real = realpath(folder.c_str(), nullptr);
    const std::string text =
        (real ? real : folder) + ("/" + path.substr(slash == std::string::npos ? 0 : slash + 1));
    std::free(real);
    return text;
  };
  return whole(a) == whole(b);
}

std::string suffixOf(const std::string &path) {
  const std::string name = path.substr(path.rfind('/') + 1); // npos + 1 is 0
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0)
    return "";
  std::string suffix;
  bool isNumber = true;
  for (const char c : name.substr(dot + 1)) {
    isNumber &= c >= '0' && c <= '9';
    suffix += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return isNumber ? "" : suffix;
}

std::string foreignSuffixNote(const std::string &path, const char *written,
                              std::initializer_list<const char *> own) {
  const std::string suffix = suffixOf(path);
  if (suffix.empty())
    return "";
  std::string names;
  for (const char *each : own) {
    if (suffix == each)
      return "";
    names += (names.empty() ? "." : ", .") + std::string(each);
  }
  return "'" + path + "' is written as " + written + ", whatever its name says; usual are " + names;
}

std::string arrayNameNote(const std::string &path) {
  // .raw is an array without a header, by exactly that name.
  return foreignSuffixNote(path, "a NumPy array", {"npy", "raw"});
}

/// As foreignSuffixNote(), where one suffix is usual.
static std::string onlySuffixNote(const std::string &path, const char *written, const char *own) {
  const std::string note = foreignSuffixNote(path, written, {own});
  return note.empty() ? note : note.substr(0, note.find("; usual")) + "; usual is ." + own;
}

std::string pictureNameNote(const std::string &path) { return onlySuffixNote(path, "PNG", "png"); }

std::string movieNameNote(const std::string &path) { return onlySuffixNote(path, "GIF", "gif"); }

std::string reportsNameNote(const std::string &path) {
  return foreignSuffixNote(path, "text, lines of step, name and value with tabs between them",
                           {"csv", "txt", "tsv", "tab", "dat", "log"});
}

} // namespace stencilc::inline STENCILC_SPACE
