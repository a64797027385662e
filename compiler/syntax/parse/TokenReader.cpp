/// \file Reports syntax errors, and skips tokens until the parser can continue.
#include "syntax/parse/TokenReader.h"
#include "support/Beginning.h"
#include "syntax/Foreign.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::syntax {

TokenReader::TokenReader(llvm::StringRef text, Diagnostics &diags)
    : diags(diags), previousEnd(llvm::SMLoc::getFromPointer(text.begin())),
      firstError(diags.errors()), lexer(text, diags) {
  current = lexer.next();
}

const Token &TokenReader::ahead(unsigned distance) {
  if (distance == 0)
    return current;
  while (waiting.size() < distance)
    waiting.push_back(lexer.next());
  return waiting[distance - 1];
}

Token TokenReader::advance() {
  Token consumed = current;
  if (consumed.is(TokenKind::EndOfFile))
    return consumed;
  previousEnd = consumed.end();
  if (consumed.is(TokenKind::LeftBrace))
    ++braceDepth;
  else if (consumed.is(TokenKind::RightBrace) && braceDepth > 0)
    --braceDepth;

  current = ahead(1);
  waiting.pop_front();
  if (!stopped && diags.errors() - firstError >= kMaxErrors) {
    stopped = true;
    diags.report(consumed.range(), diag::TooManyErrors, kMaxErrors);
  }
  if (stopped) {
    current.kind = TokenKind::EndOfFile;
    current.reported = true;
  }
  return consumed;
}

bool TokenReader::consumeIf(TokenKind kind) {
  if (!at(kind))
    return false;
  advance();
  return true;
}

bool TokenReader::consumeWord(llvm::StringRef word) {
  if (!atWord(word))
    return false;
  advance();
  return true;
}

std::string TokenReader::found(const Token &token) const {
  if (token.is(TokenKind::EndOfFile))
    return shown(token.kind).str();
  llvm::StringRef dots = token.text.size() > 40 ? "..." : "";
  return ("'" + beginningOf(token.text, 40) + dots + "'").str();
}

Diagnostics::Report TokenReader::expected(llvm::SMRange range, llvm::StringRef what,
                                          llvm::StringRef where, const std::string &tail) {
  return diags.report(range, diag::ExpectedToken, what,
                      (llvm::Twine(where.empty() ? "" : " ") + where + tail).str());
}

void TokenReader::reportExpected(llvm::StringRef what, llvm::StringRef where) {
  if (!current.reported)
    expected(current.range(), what, where, ", found " + found(current));
  current.reported = true;
}

bool TokenReader::expect(TokenKind kind, llvm::StringRef where) {
  if (consumeIf(kind))
    return true;
  reportExpected(shown(kind), where);
  return false;
}

bool TokenReader::expectClosing(TokenKind kind, llvm::SMLoc opened, llvm::StringRef where) {
  if (consumeIf(kind))
    return true;
  if (current.reported)
    return false;
  bool statementEnds = at(TokenKind::Semicolon) || at(TokenKind::RightBrace) ||
                       at(TokenKind::EndOfFile) || (current.startsLine && isKeyword(current.kind));
  if (!statementEnds && explainStrayToken())
    return false;
  llvm::StringRef bracket = shown(kind);
  llvm::SMLoc openedEnd = llvm::SMLoc::getFromPointer(opened.getPointer() + 1);
  std::string note = "to match this '" + std::string(opened.getPointer(), 1) + "'";
  if (statementEnds) {
    expected(afterPrevious(), bracket, where)
        .fixIt(afterPrevious(), bracket.drop_front().drop_back())
        .note({opened, openedEnd}, diag::Hint, note);
    if (kind == TokenKind::RightBrace && braceDepth > 0)
      --braceDepth;
    return true;
  }
  expected(current.range(), bracket, where, ", found " + found(current))
      .note({opened, openedEnd}, diag::Hint, note);
  current.reported = true;
  return false;
}

bool TokenReader::expectSemicolon(llvm::StringRef where) {
  if (consumeIf(TokenKind::Semicolon))
    return true;
  if (current.reported || explainStrayToken())
    return false;
  if (current.startsLine || at(TokenKind::RightBrace) || at(TokenKind::EndOfFile) ||
      isKeyword(current.kind)) {
    expected(afterPrevious(), "';'", where).fixIt(afterPrevious(), ";");
    return true;
  }
  reportExpected("';'", where);
  return false;
}

bool TokenReader::expectEqual(llvm::StringRef where) {
  if (at(TokenKind::EqualEqual)) {
    expected(current.range(), "'='", where, ", found '=='; '==' compares, '=' assigns a value")
        .fixIt(current.range(), "=");
    advance();
    return true;
  }
  return expect(TokenKind::Equal, where);
}

std::optional<ast::Identifier> TokenReader::expectName(llvm::StringRef what) {
  if (at(TokenKind::Identifier)) {
    Token name = advance();
    return ast::Identifier{name.text.str(), name.range()};
  }
  if (isKeyword(current.kind) && !current.startsLine) {
    diags.report(current.range(), diag::KeywordAsName, current.text, what);
    current.reported = true;
  }
  reportExpected(what, "");
  return std::nullopt;
}

std::optional<std::int64_t> TokenReader::expectInteger(llvm::StringRef what) {
  if (at(TokenKind::Number) && current.isInteger)
    return static_cast<std::int64_t>(advance().value);
  if (!current.reported && (at(TokenKind::Number) || at(TokenKind::Identifier))) {
    diags.report(current.range(), diag::ExpectedInteger, what, found(current));
    current.reported = true;
  }
  reportExpected(what, "as a whole number");
  return std::nullopt;
}

std::optional<std::int64_t> TokenReader::expectSignedInteger(llvm::StringRef what) {
  bool isNegative = consumeIf(TokenKind::Minus);
  if (!isNegative)
    consumeIf(TokenKind::Plus);
  std::optional<std::int64_t> magnitude = expectInteger(what);
  if (magnitude && isNegative)
    return -*magnitude;
  return magnitude;
}

llvm::StringRef TokenReader::meantWord(llvm::ArrayRef<llvm::StringRef> words,
                                       llvm::StringRef where) {
  if (!at(TokenKind::Identifier))
    return {};
  for (llvm::StringRef word : words)
    if (current.text == word)
      return word;
  llvm::StringRef nearest = nearestName(current.text, words);
  if (!nearest.empty())
    expected(current.range(), ("'" + nearest + "'").str(), where, ", found " + found(current))
        .fixIt(current.range(), nearest);
  return nearest;
}

void TokenReader::reportUnsupported(llvm::SMRange range, llvm::StringRef what,
                                    llvm::StringRef instead) {
  diags.report(range, diag::NotSupported, what.str(), instead);
  current.reported = true;
}

bool TokenReader::explainStrayToken() {
  if (current.reported || explainWord())
    return true;
  switch (current.kind) {
  case TokenKind::Equal:
    diags.report(current.range(), diag::AssignmentInExpression).fixIt(current.range(), "==");
    break;
  case TokenKind::Pipe:
  case TokenKind::Backslash:
    diags.report(current.range(), diag::MisplacedNeighbourhood, current.text);
    break;
  case TokenKind::LeftBracket: {
    bool afterIndex = previousEnd.getPointer()[-1] == ']';
    if (current.startsLine)
      return false;
    diags.report(current.range(), diag::BadIndex,
                 afterIndex ? "all offsets are written in one pair of brackets: 'u[x-1, y+1]'"
                            : "only a name can be read at an offset; name this value with 'let'");
    break;
  }
  case TokenKind::Identifier:
    if (current.text == "where")
      diags.report(current.range(), diag::MisplacedWhere);
    else if (current.text == "at" && !current.startsLine)
      diags.report(current.range(), diag::ForeignOperator, current.text,
                   "a value for some cells is written 'u[t+1] = 1 where x == 3, u elsewhere;'");
    else if (!current.startsLine && isUnit(current.text) && isAfterNumber())
      diags.report(current.range(), diag::ExpectedOperator, found(current))
          .note({}, diag::Hint, "numbers carry no units: a comment may say in which they are");
    else if (!current.startsLine && current.text != "every")
      diags.report(current.range(), diag::ExpectedOperator, found(current))
          .fixIt({current.begin(), current.begin()}, "* ");
    else
      return false;
    break;
  case TokenKind::Dot:
    diags.report(current.range(), diag::ForeignMember, ".",
                 "values have no members, and a function comes before its value: 'max(u)'");
    break;
  case TokenKind::Number:
  case TokenKind::LeftParen:
    if (current.startsLine)
      return false;
    diags.report(current.range(), diag::ExpectedOperator, found(current));
    break;
  default:
    return false;
  }
  current.reported = true;
  return true;
}

/// Returns whether the preceding token is a number.
bool TokenReader::isAfterNumber() const {
  const char *start = previousEnd.getPointer();
  while (isWordPart(start[-1]) || start[-1] == '.')
    --start;
  return llvm::isDigit(*start);
}

/// Reports `if`, `then`, `else`, `and` or `or` after an expression. Returns whether there was such
/// a word.
bool TokenReader::explainWord() {
  if (atWord("and") || atWord("or")) {
    const llvm::StringRef ours = atWord("and") ? "&&" : "||";
    diags
        .report(current.range(), diag::ForeignOperator, current.text,
                ("it is written '" + ours + "'").str())
        .fixIt(current.range(), ours);
    current.reported = true;
    return true;
  }
  if (!atWord("if") && !atWord("then") && !atWord("else"))
    return false;
  diags.report(current.range(), diag::ForeignOperator, current.text,
               "a choice is written 'select(condition, then, otherwise)'");
  current.reported = true;
  return true;
}

void TokenReader::skipStatement(unsigned depth) {
  while (!at(TokenKind::EndOfFile)) {
    if (braceDepth <= depth && at(TokenKind::RightBrace))
      return;
    if (current.startsLine && isKeyword(current.kind)) {
      braceDepth = std::min(braceDepth, depth);
      return;
    }
    bool wasInside = braceDepth > depth;
    Token skipped = advance();
    if (braceDepth > depth)
      continue;
    if (skipped.is(TokenKind::Semicolon))
      return;
    if (wasInside && skipped.is(TokenKind::RightBrace)) { // the end of a block
      consumeIf(TokenKind::Semicolon);
      return;
    }
  }
}

TokenReader::Nesting::Nesting(TokenReader &reader)
    : reader(reader), ok(++reader.nesting <= kMaxNesting) {
  if (!ok && !reader.current.reported) {
    reader.diags.report(reader.current.range(), diag::NestedTooDeep, kMaxNesting);
    reader.current.reported = true;
  }
}

/// Skips a statement of another language, such as `for (i = 0; i < n; i++) { ... }`, with its ';'
/// or its block.
void TokenReader::skipForeignStatement() {
  const unsigned depth = braceDepth;
  unsigned brackets = 0;
  while (!at(TokenKind::EndOfFile) && !(braceDepth == depth && at(TokenKind::RightBrace))) {
    const Token skipped = advance();
    brackets += skipped.is(TokenKind::LeftParen);
    brackets -= brackets > 0 && skipped.is(TokenKind::RightParen);
    const bool isEnd =
        skipped.is(TokenKind::Semicolon) ? brackets == 0 : skipped.is(TokenKind::RightBrace);
    if (isEnd && braceDepth == depth && !atWord("else"))
      return;
    if (brackets == 0 && braceDepth == depth && current.startsLine && isKeyword(current.kind))
      return;
  }
}

} // namespace stencilc::syntax
