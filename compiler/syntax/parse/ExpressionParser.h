/// \file Parses expressions.
#pragma once

#include "syntax/parse/NeighbourhoodParser.h"

namespace stencilc::syntax {

/// Parser of expressions by precedence, and of calls with their arguments.
class ExpressionParser : protected NeighbourhoodParser {
protected:
  using NeighbourhoodParser::NeighbourhoodParser;
  ~ExpressionParser() = default;

  ast::ExprId parseExpr();

private:
  ast::ExprId parseBinary(int lowestPrecedence) final;
  ast::ExprId parseUnary();
  ast::ExprId parsePower();
  ast::ExprId parsePrimary();
  ast::ExprId parseNamed();
  ast::ExprId parseCall(const Token &callee);
  bool parseArguments(ast::Call &call);
  bool parseOrder(ast::Call &call);
  ast::ExprId parseArgument(llvm::StringRef callee, bool isFirst);
};

} // namespace stencilc::syntax
