/// \file Places of a text as editors count them: lines from 0, and UTF-16 units within a line.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/SMLoc.h"
#include <string>
#include <vector>

namespace stencilc::editor {

class Lines {
public:
  /// The text has to live as long.
  explicit Lines(llvm::StringRef text);

  llvm::lsp::Position position(const char *place) const;
  /// Where a position is; the end of its line, or of the text, if it lies beyond.
  const char *place(llvm::lsp::Position position) const;

private:
  llvm::StringRef text;
  std::vector<std::size_t> starts; // of the lines
};

/// Makes one of the changes an editor tells of: of a range, or of all of the text.
void apply(const llvm::lsp::TextDocumentContentChangeEvent &change, std::string &text);

} // namespace stencilc::editor
