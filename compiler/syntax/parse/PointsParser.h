/// \file Parses `source` and `receiver` statements.
#pragma once

#include "syntax/parse/SaveParser.h"

namespace stencilc::syntax {

/// Parser of `source` and `receiver` statements. `source` and `receiver` are keywords only before a
/// name.
class PointsParser : protected SaveParser {
protected:
  using SaveParser::SaveParser;
  ~PointsParser() = default;

  bool atPoints();
  bool parsePointsStatement();

private:
  bool parseSource(llvm::SMLoc start);
  bool parseReceiver(llvm::SMLoc start);
  bool explainMissingName(llvm::StringRef what, llvm::StringRef example);
  bool explainTime(const ast::Identifier &field, bool isSource);
  bool parsePointsOf(llvm::StringRef word, ast::PointsField &field, ast::Points &points);
  std::optional<ast::Points> parsePoints();
  bool parsePlaces(ast::Points &points);
  bool parseWeights(ast::Points &points);
};

} // namespace stencilc::syntax
