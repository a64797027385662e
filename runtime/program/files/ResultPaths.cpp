/// \file Notes for the user about paths of results whose suffix does not suit the format that is
/// written.
#include "runtime/program/files/ResultPaths.h"
#include <cctype>

namespace stencilc::inline STENCILC_SPACE {

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
  return "'" + path + "' is written as " + written +
         ", regardless of its name; usual names end in " + names;
}

std::string arrayNameNote(const std::string &path) {
  // The exact name .raw means an array without a header.
  return foreignSuffixNote(path, "a NumPy array", {"npy", "raw"});
}

std::string seriesNameNote(const std::string &path) {
  return foreignSuffixNote(path, "HDF5", {"h5", "hdf5", "hdf", "nc", "nc4", "vtkhdf", "npy"});
}

/// Returns a note for the user if `path` has a suffix other than `own`, the only usual one of the
/// format that is written. `written` is the name of that format. Otherwise returns an empty text.
static std::string onlySuffixNote(const std::string &path, const char *written, const char *own) {
  const std::string note = foreignSuffixNote(path, written, {own});
  return note.empty() ? note
                      : note.substr(0, note.find("; usual")) + "; usual names end in ." + own;
}

std::string pictureNameNote(const std::string &path) { return onlySuffixNote(path, "PNG", "png"); }

std::string movieNameNote(const std::string &path) { return onlySuffixNote(path, "GIF", "gif"); }

std::string reportsNameNote(const std::string &path) {
  return foreignSuffixNote(path, "text: lines of step, name and value, separated by tabs",
                           {"csv", "txt", "tsv", "tab", "dat", "log"});
}

} // namespace stencilc::inline STENCILC_SPACE
