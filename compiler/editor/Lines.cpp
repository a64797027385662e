/// \file Positions in a text as editors count them: lines from 0, and UTF-16 units within a line.
#include "editor/Lines.h"
#include <algorithm>

namespace stencilc::editor {

namespace lsp = llvm::lsp;

/// Returns the number of UTF-16 units that a byte of UTF-8 adds. The first byte of a character adds
/// one, or two if the character has four bytes. Other bytes add 0.
static int units(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return ((value & 0xc0) != 0x80) + (value >= 0xf0);
}

Lines::Lines(llvm::StringRef text) : text(text), starts({0}) {
  for (std::size_t at = text.find('\n'); at != llvm::StringRef::npos; at = text.find('\n', at + 1))
    starts.push_back(at + 1);
}

lsp::Position Lines::position(const char *place) const {
  const auto offset = static_cast<std::size_t>(place - text.begin());
  const auto line = std::upper_bound(starts.begin(), starts.end(), offset) - starts.begin() - 1;
  int character = 0;
  for (const char byte : text.slice(starts[static_cast<std::size_t>(line)], offset))
    character += units(byte);
  return {static_cast<int>(line), character};
}

const char *Lines::place(lsp::Position position) const {
  const auto index = static_cast<std::size_t>(std::max(position.line, 0));
  if (index >= starts.size())
    return text.end();
  const llvm::StringRef line =
      text.drop_front(starts[index]).take_until([](char c) { return c == '\n'; });
  int character = 0;
  for (const char &byte : line)
    if ((character += units(byte)) > position.character)
      return &byte;
  return line.end();
}

void apply(const lsp::TextDocumentContentChangeEvent &change, std::string &text) {
  if (!change.range) {
    text = change.text;
    return;
  }
  const Lines lines(text);
  const char *begin = lines.place(change.range->start);
  const char *end = std::max(begin, lines.place(change.range->end));
  text.replace(static_cast<std::size_t>(begin - text.data()), static_cast<std::size_t>(end - begin),
               change.text);
}

} // namespace stencilc::editor
