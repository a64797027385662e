/// \file What a folder of domain files holds, as a small JSON file: written after every traversal
/// of the files, read to go on after an interruption.
#pragma once

#include "stencilc/Status.h"
#include <cstddef>
#include <map>

namespace stencilc::inline STENCILC_SPACE {

/// Texts by name, as one flat JSON object of strings.
class TierState {
public:
  static constexpr const char *kName = "state.json";

  std::map<std::string, std::string> values;

  std::string value(const std::string &name) const;

  /// The object with its checksum.
  std::string text() const;
  /// Takes what text() gave; false, and nothing in `values`, where it is anything else.
  bool parse(const std::string &text);

  /// Whole or not at all: a temporary file, synced, then renamed.
  Status write(const std::string &folder) const;

  /// Nothing in `values` where there is no such file.
  Status read(const std::string &folder);

private:
  static constexpr const char *kSum = "sum"; // of all others

  std::string sum() const;
  static bool take(const std::string &text, std::size_t &at, char wanted);
  static bool readString(const std::string &text, std::size_t &at, std::string &value);
};

} // namespace stencilc::inline STENCILC_SPACE
