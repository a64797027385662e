/// \file Notes for the user about paths of results whose suffix does not suit the format that is
/// written.
#pragma once

#include "stencilc/Version.h"
#include <initializer_list>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the suffix of a path in lower case, such as "csv" for "out/u.CSV". Returns an empty text
/// if there is no suffix, or if it is a number.
std::string suffixOf(const std::string &path);

/// Returns a note for the user if `path` has a suffix that is not in `own`, the usual suffixes of
/// the format that is written. `written` is the name of that format. Otherwise returns an empty
/// text.
std::string foreignSuffixNote(const std::string &path, const char *written,
                              std::initializer_list<const char *> own);
std::string arrayNameNote(const std::string &path);
std::string seriesNameNote(const std::string &path);
std::string pictureNameNote(const std::string &path);
std::string movieNameNote(const std::string &path);
/// Returns true if a report file with this path is written as CSV.
inline bool isCsvFile(const std::string &path) { return suffixOf(path) == "csv"; }
std::string reportsNameNote(const std::string &path);
inline std::string noReportsNote(const std::string &program) {
  return program + " has no reports: the file of --reports stays empty";
}

} // namespace stencilc::inline STENCILC_SPACE
