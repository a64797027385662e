/// \file The names people give results: whether two are one file, and whether a name promises
/// another format than is written.
#pragma once

#include "stencilc/Text.h"
#include <cctype>
#include <climits>
#include <cstdlib>
#include <initializer_list>
#include <sys/stat.h>

namespace stencilc::inline STENCILC_SPACE {

/// Whether both names lead to one ordinary file, through whatever links, or would if it were
/// written. Devices and pipes are nobody's.
inline bool isSameFile(const std::string &a, const std::string &b) {
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

/// "csv" of "out/u.CSV"; empty without a suffix, or if that is a number.
inline std::string suffixOf(const std::string &path) {
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

/// A note for people if `path` ends in a suffix that is none of `own`; `format` is what is written.
inline std::string foreignSuffixNote(const std::string &path, const char *written,
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
inline std::string arrayNameNote(const std::string &path) {
  // .raw is an array without a header, by exactly that name.
  return foreignSuffixNote(path, "a NumPy array", {"npy", "raw"});
}
inline std::string pictureNameNote(const std::string &path) {
  const std::string note = foreignSuffixNote(path, "PNG", {"png"});
  return note.empty() ? note : note.substr(0, note.find("; usual")) + "; usual is .png";
}
inline std::string reportsNameNote(const std::string &path) {
  return foreignSuffixNote(path, "text, lines of step, name and value with tabs between them",
                           {"txt", "tsv", "tab", "dat", "log"});
}
inline std::string noReportsNote(const std::string &program) {
  return program + " reports nothing: the file of --reports stays empty";
}

} // namespace stencilc::inline STENCILC_SPACE
