/// \file The contents of state.json, which lists the files of a domain. It is written after every
/// traversal (pass of all planes) of the files, and read when a run is resumed.
#pragma once

#include "runtime/core/support/Status.h"
#include <cstddef>
#include <map>

namespace stencilc::inline STENCILC_SPACE {

/// Contents of state.json, the file that lists the files of a domain: strings by name. The file
/// stores them as a JSON object without nesting, with a checksum.
class TierState {
public:
  static constexpr const char *kName = "state.json";

  std::map<std::string, std::string> values;

  std::string value(const std::string &name) const;

  /// Returns the text of state.json: a JSON object with all strings in `values`, and their
  /// checksum.
  std::string text() const;
  /// Sets `values` from `text`, the content of a state.json file. Returns false and clears `values`
  /// if the text is damaged.
  bool parse(const std::string &text);

  /// Writes state.json in `folder` atomically: to a temporary file, which is synced to disk and
  /// then renamed.
  Status write(const std::string &folder) const;

  /// Sets `values` from state.json in `folder`. If there is no such file, clears `values` and
  /// succeeds. Fails if the file is damaged.
  Status read(const std::string &folder);

private:
  static constexpr const char *kSum = "sum"; // name of the checksum

  std::string sum() const;
  static bool take(const std::string &text, std::size_t &at, char wanted);
  static bool readString(const std::string &text, std::size_t &at, std::string &value);
};

} // namespace stencilc::inline STENCILC_SPACE
