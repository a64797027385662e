/// \file Prints plain text of at most 100 columns: labelled paragraphs, and tables.
#include "driver/cli/Paragraph.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <algorithm>

namespace stencilc::driver {

namespace {

constexpr std::size_t kColumns = 100, kLabelWidth = 14, kLeastWidth = 20;

/// Divides `text` into lines of at most `width` characters. A line ends at a space if possible,
/// else after a comma, else anywhere.
std::vector<std::string> broken(llvm::StringRef text, std::size_t width) {
  std::vector<std::string> lines;
  while (text.size() > width) {
    std::size_t at = text.rfind(' ', width + 1), next = at + 1;
    if (at == llvm::StringRef::npos || at == 0 || at > width) {
      const std::size_t comma = text.take_front(width).rfind(',');
      at = next = comma == llvm::StringRef::npos ? width : comma + 1;
    }
    lines.push_back(text.take_front(at).str());
    text = text.drop_front(std::min(next, text.size()));
  }
  lines.push_back(text.str());
  return lines;
}

void printBroken(llvm::raw_ostream &out, llvm::StringRef text, std::size_t column) {
  const std::size_t width = std::max(kLeastWidth, kColumns - std::min(column, kColumns));
  bool isFirst = true;
  for (const std::string &line : broken(text, width)) {
    if (!isFirst)
      out.indent(column);
    out << line << "\n";
    isFirst = false;
  }
}

} // namespace

void printLabelled(llvm::raw_ostream &out, llvm::StringRef label, llvm::StringRef text,
                   int indent) {
  out.indent(indent) << llvm::left_justify(label, kLabelWidth);
  std::size_t column = indent + kLabelWidth;
  if (label.size() >= kLabelWidth) {
    out << "\n";
    out.indent(column);
  }
  printBroken(out, text, column);
}

void Table::print(llvm::raw_ostream &out, int indent) const {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto &row : rows)
    for (std::size_t i = 0; i + 1 < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  for (const auto &row : rows) {
    std::size_t column = indent;
    out.indent(indent);
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      out << (right[i] ? llvm::right_justify(row[i], widths[i])
                       : llvm::left_justify(row[i], widths[i]))
          << "  ";
      column += widths[i] + 2;
    }
    printBroken(out, row.back(), column);
  }
}

std::string rateText(double glups) {
  if (!(glups > 0))
    return "-";
  std::string text;
  const char *format = glups >= 1000  ? "%.0f"
                       : glups >= 100 ? "%.1f"
                       : glups >= 10  ? "%.2f"
                                      : "%.3f";
  llvm::raw_string_ostream(text) << llvm::format(format, glups);
  return text;
}

} // namespace stencilc::driver
