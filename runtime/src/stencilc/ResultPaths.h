/// \file The paths people give for results, and whether one promises another format than is
/// written.
#pragma once

#include "stencilc/Version.h"
#include <initializer_list>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// "csv" of "out/u.CSV"; empty without a suffix, or if that is a number.
std::string suffixOf(const std::string &path);

/// A note for people if `path` ends in a suffix that is none of `own`; `format` is what is written.
std::string foreignSuffixNote(const std::string &path, const char *written,
                              std::initializer_list<const char *> own);
std::string arrayNameNote(const std::string &path);
std::string seriesNameNote(const std::string &path);
std::string pictureNameNote(const std::string &path);
std::string movieNameNote(const std::string &path);
/// Whether reports go there as CSV.
inline bool isCsvFile(const std::string &path) { return suffixOf(path) == "csv"; }
std::string reportsNameNote(const std::string &path);
inline std::string noReportsNote(const std::string &program) {
  return program + " reports nothing: the file of --reports stays empty";
}

} // namespace stencilc::inline STENCILC_SPACE
