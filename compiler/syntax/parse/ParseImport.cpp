/// \file Parses `import` statements, and the contents of imported files.
#include "syntax/parse/ParserImpl.h"
#include <utility>

namespace stencilc::syntax {

/// Parses `import "std/wavelets", "mine.stencil" without gabor;`, and appends one entry for each
/// file to `imports`.
void Parser::parseImports(std::vector<ast::Import> &imports) {
  const unsigned depth = braceDepth;
  advance();
  do {
    if (!parseImport(imports))
      return skipStatement(depth);
  } while (consumeIf(TokenKind::Comma));
  if (!expectSemicolon("after the names of files"))
    skipStatement(depth);
}

bool Parser::parseImport(std::vector<ast::Import> &imports) {
  if (!at(TokenKind::String)) {
    reportExpected("the name of a file in quotes, as in 'import \"std/wavelets\";'", "");
    return false;
  }
  const Token file = advance();
  ast::Import import{file.text.trim('"').str(), {}, file.range()};
  if (consumeWord("without") && !parseWithout(import))
    return false;
  imports.push_back(std::move(import));
  return true;
}

/// Parses the names after `without` in an import. They end at a string, which is the next imported
/// file, or at the `;`. Returns false after it has reported an error.
bool Parser::parseWithout(ast::Import &import) {
  do {
    std::optional<ast::Identifier> name = expectName("a name that is not to be imported");
    if (!name)
      return false;
    import.without.push_back(std::move(*name));
  } while (!ahead(1).is(TokenKind::String) && consumeIf(TokenKind::Comma));
  return true;
}

bool isImportable(TokenKind kind) {
  return kind == TokenKind::KwConst || kind == TokenKind::KwFn ||
         kind == TokenKind::KwNeighbourhood || kind == TokenKind::KwCoefficient;
}

bool Parser::parseLibraryStatement(ast::Library &library) {
  if (isImportable(current.kind) || at(TokenKind::Semicolon)) {
    parseStatement();
    return true;
  }
  if (atWord("import")) {
    parseImports(library.imports);
    return true;
  }
  if (at(TokenKind::KwStencil)) {
    diags.report(current.range(), diag::NotImportable, ", and no stencil")
        .note({}, diag::Hint,
              "move the declarations that several programs need to a separate file");
    return false;
  }
  if (!current.reported)
    diags.report(current.range(), diag::NotImportable, ", found " + found(current));
  current.reported = true;
  advance();
  skipStatement(braceDepth);
  return true;
}

ast::Library Parser::parseLibraryFile(ast::Stencil &into) {
  ast::Library library;
  std::swap(stencil, into); // adds expressions to the pools of `into`
  knowAllNodes();
  statements = &library.statements;
  while (!at(TokenKind::EndOfFile) && parseLibraryStatement(library)) {
  }
  std::swap(stencil, into);
  return library;
}

ast::Stencil usualSurroundings() {
  ast::Stencil stencil;
  for (const char *axis : {"x", "y", "z"})
    stencil.axes.push_back({axis, {}});
  return stencil;
}

bool isLibrary(llvm::StringRef text) {
  const llvm::SourceMgr sources;
  Diagnostics unheard(sources, [](const auto &) {});
  Lexer lexer(text, unheard);
  Token token = lexer.next();
  bool imports = false;
  while (token.is(TokenKind::Identifier) && token.text == "import") {
    imports = true;
    while (!token.is(TokenKind::Semicolon) && !token.is(TokenKind::EndOfFile))
      token = lexer.next();
    while (token.is(TokenKind::Semicolon))
      token = lexer.next();
  }
  return isImportable(token.kind) || (imports && token.is(TokenKind::EndOfFile));
}

} // namespace stencilc::syntax
