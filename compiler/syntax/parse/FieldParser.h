/// \file Parses declarations of fields.
#pragma once

#include "syntax/parse/PointsParser.h"

namespace stencilc::syntax {

/// Parser of `field` and `local` declarations with their options, boundaries and initial values.
class FieldParser : protected PointsParser {
protected:
  using PointsParser::PointsParser;
  ~FieldParser() = default;

  bool parseField(llvm::SMLoc start, bool isLocal = false);

private:
  std::optional<ast::FieldName> parseFieldName();
  bool parseMembers(ast::FieldName &declared);
  bool parseFieldAxes(ast::FieldName &declared);
  bool parseFieldOptions(ast::FieldStatement &field);
  bool parseFieldOption(llvm::StringRef option, ast::FieldStatement &field);
  void parseFieldBody(ast::FieldStatement &field, const Token &opening);
  bool parseFieldItem(ast::FieldStatement &field);
  bool parseBoundary(ast::FieldStatement &field, llvm::SMLoc start);
  bool parseBoundaryArguments(ast::BoundaryItem &item);
  bool parseInit(ast::FieldStatement &field, const Token &word);
  bool parseFaces(std::vector<ast::Face> &faces);
  std::optional<ast::Face> parseFace();
  bool atFieldItem() const { return atWord("boundary") || atWord("init"); }
};

} // namespace stencilc::syntax
