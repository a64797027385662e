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

/// A text with its syntax tree, its error messages, and the results of its analysis.
class Document {
public:
  /// Parses and analyses the text `all`. `name` is the file name without folders. `find` returns
  /// the texts of imported files. If it is empty, imports fail.
  Document(llvm::StringRef all, const std::string &name, const syntax::ImportFinder &find);
  Document(const Document &) = delete;
  Document &operator=(const Document &) = delete;

  llvm::StringRef text() const { return sources.getMemoryBuffer(buffer)->getBuffer(); }
  /// Returns the diagnostics in the order in which they were reported. Each is a list: first the
  /// message, then its notes.
  const std::vector<std::vector<Diagnostics::Message>> &messages() const { return said; }
  /// Returns the syntax tree, without statements that have syntax errors. Returns `nullopt` if no
  /// statement could be parsed.
  const std::optional<ast::Stencil> &tree() const { return stencil; }
  /// Returns true if the text has no syntax error.
  bool parses() const { return isWhole; }
  /// Returns the results of the analysis, or `nullopt` if the text has errors.
  const std::optional<analysis::Facts> &facts() const { return known; }

  llvm::lsp::Position position(llvm::SMLoc place) const;
  llvm::lsp::Range range(llvm::SMRange range) const;
  llvm::lsp::Range wholeRange() const;
  /// Returns this text and all texts that it imports, as one string. Equal strings mean equal
  /// programs.
  std::string wholeText() const;
  /// Returns the description of an imported declaration: the comment above it, and the file that it
  /// is from.
  std::string importedText(llvm::SMRange statement) const;
  /// Returns true if this text imports `file`, directly or through other files.
  bool imports(llvm::StringRef file) const;
  /// Returns true if a source location is in this text. Returns false if it is in an imported text.
  bool isOwn(llvm::SMLoc place) const;
  /// Returns a range as file, lines and columns for the editor. The range may be in this text,
  /// whose file is `own`, or in an imported file.
  llvm::lsp::Location location(const llvm::lsp::URIForFile &own, llvm::SMRange range) const;
  /// Returns a range in this text: `range` itself, or the import statement if `range` is in an
  /// imported file.
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

/// Returns the text in a source range.
llvm::StringRef textOf(llvm::SMRange range);

} // namespace stencilc::editor
