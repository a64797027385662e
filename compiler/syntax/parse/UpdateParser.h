/// \file Parses updates, `for` loops and `repeat` statements.
#pragma once

#include "syntax/parse/FieldParser.h"

namespace stencilc::syntax {

/// Parser of updates `u[t+1] = ...;`, `for i in 0 .. 8 { ... }` and `repeat 50 as k { ... }`.
class UpdateParser : protected FieldParser {
protected:
  using FieldParser::FieldParser;
  ~UpdateParser() = default;

  /// Parses a statement of any kind, also in the body of a loop. The parser of the loop afterwards
  /// reports statements that are not allowed in it.
  virtual void parseStatement() = 0;

  bool parseUpdate();
  bool parseFor(llvm::SMLoc start);
  bool parseRepeat();

private:
  void explainMissingLet(const Token &base);
  bool parseArms(ast::UpdateStatement &update);
  bool parseElsewhere(ast::UpdateStatement &update, ast::ExprId value);
  void parseForBody(const Token &opening);
  void checkForBody(std::vector<ast::Statement> &body);
  bool parseRepeatHeader(ast::RepeatStatement &repeat);
  bool parseRepeatEnd(ast::RepeatStatement &repeat, bool isAtMost);
  std::size_t parseRepeated(const Token &opening);
  bool parseRepeatedStatement();
};

} // namespace stencilc::syntax
