/// \file One version of the text of a .stencil file, as far as it can be understood.
#pragma once

#include "analysis/Facts.h"
#include "editor/Lines.h"
#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::editor {

class Document {
public:
  /// Reads all of it. `name` is that of the file, without folders.
  Document(llvm::StringRef all, const std::string &name);
  Document(const Document &) = delete;
  Document &operator=(const Document &) = delete;

  llvm::StringRef text() const { return sources.getMemoryBuffer(buffer)->getBuffer(); }
  /// Messages in the order of their reports, each with its notes behind it.
  const std::vector<std::vector<Diagnostics::Message>> &messages() const { return said; }
  /// What could be read; statements with an error are left out.
  const std::optional<ast::Stencil> &tree() const { return stencil; }
  /// Whether the text has no syntax error.
  bool parses() const { return isWhole; }
  /// The facts of a text without errors.
  const std::optional<analysis::Facts> &facts() const { return known; }

  llvm::lsp::Position position(llvm::SMLoc place) const;
  llvm::lsp::Range range(llvm::SMRange range) const;
  llvm::lsp::Range wholeRange() const;
  /// Where a position is; the end of its line, or of the text, if it lies beyond.
  const char *place(llvm::lsp::Position position) const;

private:
  llvm::SourceMgr sources;
  unsigned buffer;
  Lines lines;
  std::vector<std::vector<Diagnostics::Message>> said;
  std::optional<ast::Stencil> stencil;
  bool isWhole = false;
  std::optional<analysis::Facts> known;
};

/// The text of a range.
llvm::StringRef textOf(llvm::SMRange range);

} // namespace stencilc::editor
