/// \file The machine file: a record as JSON, members always in the same order
/// (docs/guide/machine.md).
#pragma once

#include "stencilc/probe/Record.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// JSON text with two spaces per level. Numbers that are 0 and empty texts are left out.
class JsonText {
public:
  void open(const char *key);
  void close();
  void add(const char *key, const std::string &value);
  void add(const char *key, std::int64_t value);
  void add(const char *key, double value);
  /// `word` as it stands.
  void addWord(const char *key, const std::string &word);
  std::string take() { return std::move(text) + "\n"; }

  /// At least four significant digits, no exponent.
  static std::string number(double value);

private:
  void begin(const char *key);
  static std::string quoted(const std::string &value);

  std::string text;
  int indent = 0;
  bool isFirst = true;
};

/// The whole file.
std::string machineText(const Record &record);

} // namespace stencilc::inline STENCILC_SPACE::probe
