/// \file Parses points of the grid.
#pragma once

#include "syntax/DeclarationParser.h"

namespace stencilc::syntax {

/// `source` and `receiver` before a name.
class PointsParser : protected DeclarationParser {
protected:
  using DeclarationParser::DeclarationParser;
  ~PointsParser() = default;

  bool atPoints();
  bool parsePointsStatement();

private:
  bool parseSource(llvm::SMLoc start);
  bool parseReceiver(llvm::SMLoc start);
  bool parsePointsOf(llvm::StringRef word, ast::PointsField &field, ast::Points &points);
  std::optional<ast::Points> parsePoints();
  bool parsePlaces(ast::Points &points);
  bool parseWeights(ast::Points &points);
};

} // namespace stencilc::syntax
