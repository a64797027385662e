/// \file One version of the text of a .stencil file, and everything known about it, even if it has
/// errors.
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

/// A parsed text with its messages, syntax tree and facts.
class Document {
public:
  /// Reads and analyses the text. `name` is the file name without folders. `find` finds imported
  /// files; if it is empty, imports fail.
  Document(llvm::StringRef all, const std::string &name, const syntax::ImportFinder &find);
  Document(const Document &) = delete;
  Document &operator=(const Document &) = delete;

  llvm::StringRef text() const { return sources.getMemoryBuffer(buffer)->getBuffer(); }
  /// Returns the messages in the order of their reports, each followed by its notes.
  const std::vector<std::vector<Diagnostics::Message>> &messages() const { return said; }
  /// Returns the syntax tree without statements that have errors; nothing if nothing could be read.
  const std::optional<ast::Stencil> &tree() const { return stencil; }
  /// Returns true if the text has no syntax error.
  bool parses() const { return isWhole; }
  /// Returns the facts, if the text has no errors.
  const std::optional<analysis::Facts> &facts() const { return known; }

  llvm::lsp::Position position(llvm::SMLoc place) const;
  llvm::lsp::Range range(llvm::SMRange range) const;
  llvm::lsp::Range wholeRange() const;
  /// Returns the text together with all imported texts.
  std::string wholeText() const;
  /// Returns the description of an imported declaration: the comment above it and its origin.
  std::string importedText(llvm::SMRange statement) const;
  /// Returns true if this text imports a file, directly or through others.
  bool imports(llvm::StringRef file) const;
  /// Returns true if a place is in this text, not in an imported one.
  bool isOwn(llvm::SMLoc place) const;
  /// Returns the location of a range, in this text, whose file is `own`, or in an imported file.
  llvm::lsp::Location location(const llvm::lsp::URIForFile &own, llvm::SMRange range) const;
  /// Returns the range itself, or for a range in an imported file the import statement in this
  /// text.
  llvm::SMRange ownRange(llvm::SMRange range) const;
  /// Returns the place of a position. Positions beyond a line or the text give its end.
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

/// Returns the text of a range.
llvm::StringRef textOf(llvm::SMRange range);

} // namespace stencilc::editor
