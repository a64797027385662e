/// \file One version of the text of a .stencil file, with its syntax tree and the results of its
/// analysis, even if it has errors.
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

/// A parsed text with its error messages, its syntax tree, and the facts that analysis has found.
class Document {
public:
  /// Parses and analyses the text `all`. `name` is the file name without folders. `find` finds
  /// imported files; if it is empty, imports fail.
  Document(llvm::StringRef all, const std::string &name, const syntax::ImportFinder &find);
  Document(const Document &) = delete;
  Document &operator=(const Document &) = delete;

  llvm::StringRef text() const { return sources.getMemoryBuffer(buffer)->getBuffer(); }
  /// Returns the diagnostics in the order of their reports. Each is a list: the message, then its
  /// notes.
  const std::vector<std::vector<Diagnostics::Message>> &messages() const { return said; }
  /// Returns the syntax tree, without statements that have errors. Returns `nullopt` if no
  /// statement could be parsed.
  const std::optional<ast::Stencil> &tree() const { return stencil; }
  /// Returns true if the text has no syntax error.
  bool parses() const { return isWhole; }
  /// Returns the results of the analysis, or `nullopt` if the text has errors.
  const std::optional<analysis::Facts> &facts() const { return known; }

  llvm::lsp::Position position(llvm::SMLoc place) const;
  llvm::lsp::Range range(llvm::SMRange range) const;
  llvm::lsp::Range wholeRange() const;
  /// Returns this text and all texts that it imports, as one string. It identifies the program.
  std::string wholeText() const;
  /// Returns the description of an imported declaration: the comment above it, and the file that it
  /// is from.
  std::string importedText(llvm::SMRange statement) const;
  /// Returns true if this text imports `file`, directly or through other files.
  bool imports(llvm::StringRef file) const;
  /// Returns true if a source location is in this text, false if it is in an imported one.
  bool isOwn(llvm::SMLoc place) const;
  /// Returns a range as file and line numbers for the editor. It may be in this text, whose file is
  /// `own`, or in an imported file.
  llvm::lsp::Location location(const llvm::lsp::URIForFile &own, llvm::SMRange range) const;
  /// Returns a range that is in this text: `range` itself, or if it is in an imported file, the
  /// import statement.
  llvm::SMRange ownRange(llvm::SMRange range) const;
  /// Returns a pointer to the character at a position (line and column). A position beyond the end
  /// of a line or of the text gives that end.
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

/// Returns the characters of a source range.
llvm::StringRef textOf(llvm::SMRange range);

} // namespace stencilc::editor
