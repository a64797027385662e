/// \file Parses `repeat 50 as k { p[k+1] = ...; }`: updates that run several times in a step.
#include "syntax/parse/UpdateParser.h"

namespace stencilc::syntax {

bool UpdateParser::parseRepeat() {
  const Token word = advance();
  ast::RepeatStatement repeat;
  if (!parseRepeatHeader(repeat)) {
    skipForeignStatement();
    return true;
  }
  repeat.header = since(word.begin());
  const Token opening = advance();
  const std::size_t place = statements->size();
  iteration = repeat.index.text;
  finishBlock(word.begin(), repeat);
  const std::size_t size = parseRepeated(opening);
  iteration.clear();
  ast::Statement &statement = (*statements)[place];
  std::get<ast::RepeatStatement>(statement.node).size = size;
  statement.range = since(word.begin());
  return true;
}

/// Parses the condition that ends a `repeat`, as in `at most 200 as k until max(abs(p[k+1] - p[k]))
/// < 1e-6`. `isAtMost` is true after `at most`. Returns false after it has reported an error.
bool UpdateParser::parseRepeatEnd(ast::RepeatStatement &repeat, bool isAtMost) {
  const Token word = current;
  if (!consumeIf(TokenKind::KwUntil)) {
    if (isAtMost)
      expected(afterPrevious(), "'until' and a condition",
               "after 'at most' and a number of iterations")
          .note(afterPrevious(), diag::Hint, "without 'at most' all of them run");
    return !isAtMost;
  }
  if (!isAtMost)
    expected(repeat.countRange, "'at most'",
             "before a number of iterations that a condition may end")
        .fixIt({repeat.countRange.Start, repeat.countRange.Start}, "at most ");
  iteration = repeat.index.text;
  repeat.until = parseExpr();
  iteration.clear();
  repeat.untilRange = since(word.begin());
  return repeat.until.valid();
}

/// Parses the part of a `repeat` before the brace: `50 as k` or `at most 50 as k until ...`.
/// Returns false after it has reported an error.
bool UpdateParser::parseRepeatHeader(ast::RepeatStatement &repeat) {
  if (at(TokenKind::KwUntil)) {
    reportExpected("'at most' and a number of iterations",
                   "before 'until', as in 'repeat at most 200 as k until ... { ... }'");
    return false;
  }
  const bool isAtMost = atWord("at") && ahead(1).text == "most";
  if (isAtMost) {
    advance();
    advance();
  }
  const llvm::SMLoc start = current.begin();
  std::optional<ast::Cells> count = parseCells("a number of iterations");
  if (!count)
    return false;
  repeat.count = *count;
  repeat.countRange = since(start);
  if (!consumeWord("as")) {
    reportExpected("'as' and a name of the iteration",
                   "after the number of iterations, as in 'repeat 50 as k { p[k+1] = ...; }'");
    return false;
  }
  std::optional<ast::Identifier> index = expectName("a name of the iteration");
  if (!index)
    return false;
  repeat.index = *index;
  if (!parseRepeatEnd(repeat, isAtMost))
    return false;
  if (!at(TokenKind::LeftBrace))
    reportExpected("'{'", "to begin the repeated statements");
  return at(TokenKind::LeftBrace);
}

/// Parses the body of a `repeat` (updates, loops and globals) up to the closing brace. Returns the
/// number of statements in it. `opening` is the opening brace.
std::size_t UpdateParser::parseRepeated(const Token &opening) {
  const unsigned depth = braceDepth;
  const std::size_t first = statements->size();
  while (!consumeIf(TokenKind::RightBrace)) {
    if (consumeIf(TokenKind::Semicolon))
      continue;
    if (at(TokenKind::EndOfFile) || isKeyword(current.kind)) {
      if (!current.reported)
        expected(afterPrevious(), "'}'", "at the end of the repeated statements",
                 ", found " + found(current))
            .note(opening.range(), diag::Hint,
                  "to match this '{'; only updates and numbers of the whole grid are repeated");
      current.reported |= at(TokenKind::EndOfFile);
      braceDepth = depth - 1;
      break;
    }
    if (!parseRepeatedStatement())
      skipStatement(depth);
  }
  return statements->size() - first;
}

/// Parses one statement in the body of a `repeat`: an update, a loop or a global. Returns false if
/// the caller must skip the rest of the statement.
bool UpdateParser::parseRepeatedStatement() {
  const TokenKind next = ahead(1).kind;
  const bool isUpdate =
      at(TokenKind::Identifier) && (next == TokenKind::LeftBracket || next == TokenKind::Equal);
  if (isUpdate)
    return parseUpdate();
  if (atWord("for") && ahead(1).is(TokenKind::Identifier))
    return parseFor(advance().begin());
  if (atGlobal())
    return parseGlobal();
  if (atWord("repeat")) {
    reportUnsupported(current.range(), "a 'repeat' inside of another is",
                      "write the updates of the inner one several times, or more iterations");
    skipForeignStatement();
    return true;
  }
  reportExpected("an update such as 'p[k+1] = ...;'", "in 'repeat'");
  return false;
}

} // namespace stencilc::syntax
