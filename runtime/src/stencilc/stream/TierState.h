/// \file The contents of state.json in the folder of a domain in files. It is written after every
/// traversal of the files, and read when a run is resumed.
#pragma once

#include "stencilc/Status.h"
#include <cstddef>
#include <map>

namespace stencilc::inline STENCILC_SPACE {

/// Texts with names, stored as a flat JSON object.
class TierState {
public:
  static constexpr const char *kName = "state.json";

  std::map<std::string, std::string> values;

  std::string value(const std::string &name) const;

  /// Returns the JSON object with its checksum.
  std::string text() const;
  /// Parses a text of text(). Returns false, with empty `values`, if it is damaged.
  bool parse(const std::string &text);

  /// Writes state.json atomically: to a temporary file, which is synced and then renamed.
  Status write(const std::string &folder) const;

  /// Reads state.json. Leaves `values` empty if there is no such file. Fails if it is damaged.
  Status read(const std::string &folder);

private:
  static constexpr const char *kSum = "sum"; // name of the checksum

  std::string sum() const;
  static bool take(const std::string &text, std::size_t &at, char wanted);
  static bool readString(const std::string &text, std::size_t &at, std::string &value);
};

} // namespace stencilc::inline STENCILC_SPACE
