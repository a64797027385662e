/// \file Positions in a text as editors count them: lines from 0, and UTF-16 units within a line.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/SMLoc.h"
#include <string>
#include <vector>

namespace stencilc::editor {

/// Conversion between places in a text and positions of the protocol.
class Lines {
public:
  /// Keeps a reference to `text`, which must outlive this object.
  explicit Lines(llvm::StringRef text);

  llvm::lsp::Position position(const char *place) const;
  /// Returns the place of a position. Positions beyond a line or the text give its end.
  const char *place(llvm::lsp::Position position) const;

private:
  llvm::StringRef text;
  std::vector<std::size_t> starts; // offset of each line
};

/// Applies one change from the editor to `text`: of a range, or of the whole text.
void apply(const llvm::lsp::TextDocumentContentChangeEvent &change, std::string &text);

} // namespace stencilc::editor
