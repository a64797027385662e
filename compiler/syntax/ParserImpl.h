/// \file The recursive-descent parser, private to this floor: a class for each layer of the
/// grammar, each made of those below it.
#pragma once

#include "syntax/UpdateParser.h"

namespace stencilc::syntax {

/// Whether a word begins what can be imported.
bool isImportable(TokenKind kind);

/// The file: the header of the stencil, and which statement comes next.
class Parser final : UpdateParser {
public:
  Parser(llvm::StringRef text, Diagnostics &diags) : UpdateParser(text, diags) {}
  std::optional<ast::Stencil> parseFile();
  /// Expressions go to the pools of `into`.
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
