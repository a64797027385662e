/// \file The recursive-descent parser, private to this floor: a class for each layer of the
/// grammar, each made of those below it.
#pragma once

#include "syntax/UpdateParser.h"

namespace stencilc::syntax {

/// The file: the header of the stencil, and which statement comes next.
class Parser final : UpdateParser {
public:
  Parser(llvm::StringRef text, Diagnostics &diags) : UpdateParser(text, diags) {}
  std::optional<ast::Stencil> parseFile();

private:
  void parseStatement() final;
  bool skipToStencil();
  bool parseHeader();
  void parseBody();
  bool parseWordStatement();
  bool explainForeignStatement();
  bool parseUnsupportedStatement();
  bool dispatch(TokenKind keyword, llvm::SMLoc start);
  void checkEndOfFile();

  llvm::SMRange bodyOpening;
};

} // namespace stencilc::syntax
