/// \file Parses `timestep` and `series` statements.
#include "syntax/parse/DeclarationParser.h"

namespace stencilc::syntax {

bool DeclarationParser::atTimeStatement() {
  return (atWord("timestep") || atWord("series")) && ahead(1).is(TokenKind::Identifier);
}

bool DeclarationParser::parseTimeStatement() {
  const Token word = advance();
  return word.text == "timestep" ? parseTimestep(word.begin()) : parseSeries(word.begin());
}

/// Parses `timestep dt = 0.001;`. Returns false after it has reported an error.
bool DeclarationParser::parseTimestep(llvm::SMLoc start) {
  std::optional<ast::Identifier> name = expectName("a name for the time step");
  if (!name || !expectEqual("after the name of the time step"))
    return false;
  const ast::ExprId value = parseExpr();
  return value.valid() &&
         finish(start, ast::TimestepStatement{*name, value}, "after the time step");
}

/// Parses `series wavelet = file("ricker.npy");`. Returns false after it has reported an error.
bool DeclarationParser::parseSeries(llvm::SMLoc start) {
  std::optional<ast::Identifier> name = expectName("a name for the series");
  if (!name || !expectEqual("after the name of the series"))
    return false;
  if (!atWord("file") || !ahead(1).is(TokenKind::LeftParen)) {
    reportExpected("'file(\"numbers.npy\")'", "as what the series is read from");
    return false;
  }
  std::optional<std::string> file = parseFileName();
  return file && finish(start, ast::SeriesStatement{*name, *file}, "after the series");
}

/// Parses a file name, as in `file("map.npy")`. Returns nullopt after it has reported an error.
std::optional<std::string> DeclarationParser::parseFileName() {
  advance();
  llvm::SMLoc opened = advance().begin();
  if (!at(TokenKind::String)) {
    reportExpected("the name of a file in quotes", "after 'file('");
    return std::nullopt;
  }
  std::string name = advance().text.trim('"').str();
  if (!expectClosing(TokenKind::RightParen, opened, "after the name of the file"))
    return std::nullopt;
  return name;
}

} // namespace stencilc::syntax
