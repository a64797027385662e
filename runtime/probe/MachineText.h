/// \file Declares the writer of the machine file: the results of the probe (which measures a
/// machine) as JSON, with members in a fixed order (docs/guide/machine.md).
#pragma once

#include "runtime/probe/Record.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Writer of JSON text, indented by two spaces a level. Numbers that are 0 and empty texts are
/// omitted.
class JsonText {
public:
  void open(const char *key);
  void close();
  void add(const char *key, const std::string &value);
  void add(const char *key, std::int64_t value);
  void add(const char *key, double value);
  /// Adds a member called `key` whose value is `word`, a text that is already JSON.
  void addWord(const char *key, const std::string &word);
  std::string take() { return std::move(text) + "\n"; }

  /// Returns a number as text without an exponent, with at least four significant digits. Numbers
  /// below 0.01 have five decimals and may have fewer significant digits.
  static std::string number(double value);

private:
  void begin(const char *key);
  static std::string quoted(const std::string &value);

  std::string text;
  int indent = 0;
  bool isFirst = true;
};

/// Returns the text of the machine file (JSON) for the measurements in `record`.
std::string machineText(const Record &record);

} // namespace stencilc::inline STENCILC_SPACE::probe
