/// \file `repeat 50 as k { p[k+1] = ...; }`: updates that run several times in a step.
#include "syntax/ParserImpl.h"

namespace stencilc::syntax {

bool Parser::parseRepeat() {
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

/// `50 as k`, up to the brace.
bool Parser::parseRepeatHeader(ast::RepeatStatement &repeat) {
  if (atWord("at") || atWord("until")) {
    reportUnsupported(current.range(), "iterations that end by a condition are",
                      "give their number, as in 'repeat 200 as k { ... }'");
    return false;
  }
  std::optional<ast::Cells> count = parseCells("a number of iterations");
  if (!count)
    return false;
  repeat.count = *count;
  if (!consumeWord("as")) {
    reportExpected("'as' and a name of the iteration",
                   "after how many there are, as in 'repeat 50 as k { p[k+1] = ...; }'");
    return false;
  }
  std::optional<ast::Identifier> index = expectName("a name of the iteration");
  if (!index)
    return false;
  repeat.index = *index;
  if (!at(TokenKind::LeftBrace))
    reportExpected("'{'", "to begin what is repeated");
  return at(TokenKind::LeftBrace);
}

/// The updates and loops up to the closing brace; how many there are.
std::size_t Parser::parseRepeated(const Token &opening) {
  const unsigned depth = braceDepth;
  const std::size_t first = statements->size();
  while (!consumeIf(TokenKind::RightBrace)) {
    if (consumeIf(TokenKind::Semicolon))
      continue;
    if (at(TokenKind::EndOfFile) || isKeyword(current.kind)) {
      if (!current.reported)
        expected(afterPrevious(), "'}'", "at the end of what is repeated",
                 ", found " + found(current))
            .note(opening.range(), diag::Hint, "to match this '{'; only updates are repeated");
      current.reported |= at(TokenKind::EndOfFile);
      braceDepth = depth - 1;
      break;
    }
    if (!parseRepeatedStatement())
      skipStatement(depth);
  }
  return statements->size() - first;
}

/// One update or loop; false if what is left of it is to be skipped.
bool Parser::parseRepeatedStatement() {
  const TokenKind next = ahead(1).kind;
  const bool isUpdate =
      at(TokenKind::Identifier) && (next == TokenKind::LeftBracket || next == TokenKind::Equal);
  if (isUpdate)
    return parseUpdate();
  if (atWord("for") && ahead(1).is(TokenKind::Identifier))
    return parseFor(advance().begin());
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
