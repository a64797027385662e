/// \file One version of the text of a .stencil file, as far as it can be understood.
#pragma once

#include "analysis/Facts.h"
#include "editor/Lines.h"
#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include "syntax/Imports.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::editor {

class Document {
public:
  /// Reads all of it. `name` is that of the file, without folders; imports are found by `find`, or
  /// none if it is empty.
  Document(llvm::StringRef all, const std::string &name, const syntax::ImportFinder &find);
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
  /// The text with all that it imports.
  std::string wholeText() const;
  /// What is said of an imported declaration: the comment above it, and where it is from.
  std::string importedText(llvm::SMRange statement) const;
  /// Whether this text imports a file, perhaps through others.
  bool imports(llvm::StringRef file) const;
  /// Whether a place is in this text, not in an imported one.
  bool isOwn(llvm::SMLoc place) const;
  /// A place in this text, whose file is `own`, or in an imported one.
  llvm::lsp::Location location(const llvm::lsp::URIForFile &own, llvm::SMRange range) const;
  /// The place itself, or where this text imports the file that it is in.
  llvm::SMRange ownRange(llvm::SMRange range) const;
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

  void readLibrary(Diagnostics &diags);
};

/// The text of a range.
llvm::StringRef textOf(llvm::SMRange range);

} // namespace stencilc::editor
