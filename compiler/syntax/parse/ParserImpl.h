/// \file The recursive-descent parser, for use in compiler/syntax only. Each layer of the grammar
/// is a class that derives from the class of the layer below.
#pragma once

#include "syntax/parse/UpdateParser.h"

namespace stencilc::syntax {

/// Returns whether the token kind is a keyword that begins a declaration which other files can
/// import.
bool isImportable(TokenKind kind);

/// Top layer of the parser: whole files, the head of the stencil, and the choice of the next
/// statement.
class Parser final : UpdateParser {
public:
  Parser(llvm::StringRef text, Diagnostics &diags) : UpdateParser(text, diags) {}
  std::optional<ast::Stencil> parseFile();
  /// Parses a file of declarations that other files can import. Stores its expressions in the pools
  /// of `into`.
  ast::Library parseLibraryFile(ast::Stencil &into);

private:
  void parseStatement() final;
  bool skipToStencil();
  void reportNoStencil();
  bool parseHeader();
  void parseBody();
  // --- imports and what is imported (ParseImport.cpp)
  bool atImport() { return atWord("import") && ahead(1).is(TokenKind::String); }
  void parseImports(std::vector<ast::Import> &imports);
  bool parseImport(std::vector<ast::Import> &imports);
  bool parseWithout(ast::Import &import);
  bool parseLibraryStatement(ast::Library &library);
  // --- statements (Parser.cpp)
  bool parseNamedStatement();
  bool parseWordStatement();
  bool explainForeignStatement();
  bool explainMemberStatement();
  bool parseUnsupportedStatement();
  bool dispatch(TokenKind keyword, llvm::SMLoc start);
  void checkEndOfFile();

  llvm::SMRange bodyOpening;
};

} // namespace stencilc::syntax
