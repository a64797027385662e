/// \file Parses `source` and `receiver` statements.
#include "syntax/parse/PointsParser.h"

namespace stencilc::syntax {

bool PointsParser::atPoints() {
  return (atWord("source") || atWord("receiver")) && ahead(1).is(TokenKind::Identifier);
}

bool PointsParser::parsePointsStatement() {
  const Token word = advance();
  return word.text == "source" ? parseSource(word.begin()) : parseReceiver(word.begin());
}

/// Parses `source shot into p at (sx, sy, sz) = ricker(15, time);`. Returns false after it has
/// reported an error.
bool PointsParser::parseSource(llvm::SMLoc start) {
  ast::SourceStatement source;
  if (explainMissingName("a name for the source", "'source shot into p at (64, 4) = 1;'"))
    return false;
  std::optional<ast::Identifier> name = expectName("a name for the source");
  if (!name || !parsePointsOf("into", source.field, source.points))
    return false;
  source.name = *name;
  if (consumeWord("times") && !(source.times = parseExpr()).valid())
    return false;
  if (!expectEqual("after the points of the source"))
    return false;
  source.value = parseExpr();
  return source.value.valid() && finish(start, std::move(source), "after the value of the source");
}

/// Parses `receiver line of p at (0 .. 127, 64, 4) every 1 step;`. Returns false after it has
/// reported an error.
bool PointsParser::parseReceiver(llvm::SMLoc start) {
  ast::ReceiverStatement receiver;
  if (explainMissingName("a name for the receiver",
                         "'receiver line of p at (0 .. 127, 4) every 1 step;'"))
    return false;
  std::optional<ast::Identifier> name = expectName("a name for the receiver");
  if (!name || !parsePointsOf("of", receiver.field, receiver.points))
    return false;
  receiver.name = *name;
  std::optional<ast::Every> every = parseEvery("after the points of the receiver");
  if (!every)
    return false;
  receiver.every = *every;
  return finish(start, std::move(receiver), "after the receiver");
}

/// Reports a source or receiver without a name, in which `into`, `of` or `at` directly follows the
/// keyword. Returns true if it has reported an error. `what` is the keyword, `example` a correct
/// statement.
bool PointsParser::explainMissingName(llvm::StringRef what, llvm::StringRef example) {
  const bool isWord = atWord("into") || atWord("of") || atWord("at");
  if (!isWord || ahead(1).text == "into" || ahead(1).text == "of")
    return false;
  expected(current.range(), what, "", ", found " + found(current) + "; as in " + example.str());
  current.reported = true;
  return true;
}

/// Reports a time in the index of a source's or receiver's field, such as `u[t+1/2]`. Returns true
/// if it has reported an error. `isSource` is false for a receiver.
bool PointsParser::explainTime(const ast::Identifier &field, bool isSource) {
  if (!atWord("t"))
    return false;
  while (!at(TokenKind::RightBracket) && !at(TokenKind::Semicolon) && !at(TokenKind::EndOfFile))
    advance();
  const std::string read = textOf(since(field.range.Start)).str() + "]";
  diags.report(
      since(field.range.Start), diag::PointsField, read, isSource ? "source" : "receiver",
      isSource ? "a source adds to the value that a step ends with; write 'into " + field.text +
                     "', or add in the update of that value: '+ select(x == 3, 1, 0)'"
               : "a receiver reads the value that a step ends with; write 'of " + field.text + "'");
  current.reported = true;
  return true;
}

/// Parses the field and the positions of a source, `into p at (...)`, or of a receiver, `of p at
/// (...)`. `word` is `into` or `of`. Returns false after it has reported an error.
bool PointsParser::parsePointsOf(llvm::StringRef word, ast::PointsField &field,
                                 ast::Points &points) {
  const char *const where = word == "of" ? "after the name of the receiver" : "after its name";
  if (!consumeWord(word)) {
    reportExpected(("'" + word + "' and a field").str(), where);
    return false;
  }
  std::optional<ast::Identifier> name = expectName("the name of a field");
  if (!name)
    return false;
  field = {*name, {}, name->range};
  if (const llvm::SMLoc opened = current.begin(); consumeIf(TokenKind::LeftBracket)) {
    if (explainTime(*name, word == "into"))
      return false;
    field.member = parseCells("the number of a member");
    if (!field.member ||
        !expectClosing(TokenKind::RightBracket, opened, "after the number of the member"))
      return false;
    field.range = since(name->range.Start);
  }
  if (!consumeWord("at")) {
    reportExpected("'at' and the points, '(x, y, z)' or 'file(\"points.npy\")'", "after the field");
    return false;
  }
  std::optional<ast::Points> parsed = parsePoints();
  if (!parsed)
    return false;
  points = std::move(*parsed);
  return true;
}

std::optional<ast::Points> PointsParser::parsePoints() {
  ast::Points points;
  const llvm::SMLoc start = current.begin();
  if (atWord("file") && ahead(1).is(TokenKind::LeftParen)) {
    std::optional<std::string> file = parseFileName();
    if (!file)
      return std::nullopt;
    points.file = *file;
  } else if (!parsePlaces(points)) {
    return std::nullopt;
  }
  points.range = since(start);
  if (!parseWeights(points))
    return std::nullopt;
  return points;
}

/// Parses positions of points, one coordinate or range for each axis: `(12.5, 0 .. 127 by 4, ny -
/// 1)`. Returns false after it has reported an error.
bool PointsParser::parsePlaces(ast::Points &points) {
  const llvm::SMLoc opened = current.begin();
  if (!expect(TokenKind::LeftParen, "before the coordinates of the points"))
    return false;
  do {
    ast::PointRange range;
    if (!parsePointRange(range))
      return false;
    points.along.push_back(range);
  } while (consumeIf(TokenKind::Comma));
  return expectClosing(TokenKind::RightParen, opened, "after the coordinates of the points");
}

/// Parses an optional interpolation after the positions of points: `with sinc(4)` or `with linear`.
/// Returns false after it has reported an error.
bool PointsParser::parseWeights(ast::Points &points) {
  if (!consumeWord("with"))
    return true;
  const llvm::SMLoc start = current.begin();
  const llvm::StringRef word = meantWord({"sinc", "linear"}, "after 'with'");
  if (word.empty()) {
    reportExpected("'sinc(4)' or 'linear'", "after 'with'");
    return false;
  }
  advance();
  if (word == "sinc") {
    const llvm::SMLoc opened = current.begin();
    if (!expect(TokenKind::LeftParen, "before the cells of the sinc"))
      return false;
    points.sinc = parseCells("the cells of the sinc");
    if (!points.sinc ||
        !expectClosing(TokenKind::RightParen, opened, "after the cells of the sinc"))
      return false;
  }
  points.sincRange = since(start);
  return true;
}

} // namespace stencilc::syntax
