/// \file The machine file: a record as JSON, members always in the same order (docs/machine.md).
#pragma once

#include "stencilc/Text.h"
#include "stencilc/probe/Record.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// JSON text with two spaces per level. Numbers that are 0 and empty texts are left out.
class JsonText {
public:
  void open(const char *key) {
    begin(key);
    text += "{";
    indent += 2;
    isFirst = true;
  }
  void close() {
    indent -= 2;
    text += isFirst ? "}" : "\n" + std::string(indent, ' ') + "}";
    isFirst = false;
  }
  void add(const char *key, const std::string &value) {
    if (value.empty())
      return;
    begin(key);
    text += quoted(value);
  }
  void add(const char *key, std::int64_t value) {
    if (value != 0)
      addWord(key, std::to_string(value));
  }
  void add(const char *key, double value) {
    if (value != 0)
      addWord(key, number(value));
  }
  /// `word` as it stands.
  void addWord(const char *key, const std::string &word) {
    begin(key);
    text += word;
  }
  std::string take() { return std::move(text) + "\n"; }

  /// At least four significant digits, no exponent.
  static std::string number(double value) {
    const double size = value < 0 ? -value : value;
    return format(size >= 1000  ? "%.0f"
                  : size >= 100 ? "%.1f"
                  : size >= 10  ? "%.2f"
                  : size >= 1   ? "%.3f"
                                : "%.5f",
                  value);
  }

private:
  void begin(const char *key) {
    if (key) {
      text += isFirst ? "\n" : ",\n";
      text += std::string(indent, ' ') + quoted(key) + ": ";
    }
    isFirst = false;
  }
  static std::string quoted(const std::string &value) {
    std::string out = "\"";
    for (const char c : value)
      if (static_cast<unsigned char>(c) < 0x20)
        out += format("\\u%04x", static_cast<unsigned>(c));
      else
        out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return out + "\"";
  }

  std::string text;
  int indent = 0;
  bool isFirst = true;
};

/// The whole file.
std::string machineText(const Record &record);

} // namespace stencilc::inline STENCILC_SPACE::probe
