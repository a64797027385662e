/// \file Positions in a text as editors count them: lines from 0, and UTF-16 units within a line.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/SMLoc.h"
#include <string>
#include <vector>

namespace stencilc::editor {

/// Converter between pointers into a text and the editor's positions (line and UTF-16 column).
class Lines {
public:
  /// Finds the lines of `text`. This object keeps a reference to the text, which must outlive it.
  explicit Lines(llvm::StringRef text);

  llvm::lsp::Position position(const char *place) const;
  /// Returns a pointer to the character at a position (line and column). A position beyond the end
  /// of a line or of the text gives that end.
  const char *place(llvm::lsp::Position position) const;

private:
  llvm::StringRef text;
  std::vector<std::size_t> starts; // offset of each line
};

/// Applies one change that the editor reports to `text`. A change replaces a range or the whole
/// text.
void apply(const llvm::lsp::TextDocumentContentChangeEvent &change, std::string &text);

} // namespace stencilc::editor
