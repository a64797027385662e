/// \file Converts text into comments of emitted code.
#include "emit/Comments.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

namespace stencilc::emit {

std::vector<std::string> brokenComment(const std::string &text) {
  constexpr std::size_t kWidth = 88;
  std::vector<std::string> lines;
  std::string line;
  for (llvm::StringRef word : llvm::split(text, ' ')) {
    if (!line.empty() && line.size() + 1 + word.size() > kWidth && line.back() != '\\') {
      lines.push_back(line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word.str();
  }
  if (line.ends_with("\\"))
    line += " ."; // a comment line must not continue on the next
  lines.push_back(line);
  return lines;
}

std::string inComment(const std::string &text) {
  std::string plain = llvm::json::fixUTF8(text);
  for (char &c : plain)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      c = '?';
  return plain;
}

std::vector<std::string> documented(const std::string &doc) {
  constexpr std::size_t kFits = 96;
  std::vector<std::string> lines;
  if (doc.empty())
    return lines;
  for (llvm::StringRef paragraph : llvm::split(doc, '\n')) {
    const std::string text = paragraph.str();
    for (const std::string &line : text.size() <= kFits ? std::vector{text} : brokenComment(text))
      lines.push_back("/// " + line);
  }
  return lines;
}

} // namespace stencilc::emit
