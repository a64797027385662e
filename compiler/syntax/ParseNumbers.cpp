/// \file Explains numbers of cells and steps that are written as in other languages.
#include "syntax/IndexParser.h"

namespace stencilc::syntax {

/// Reports and skips `:`, `=` or `(` between a keyword and its numbers.
void IndexParser::explainBeforeNumbers(llvm::StringRef example) {
  if (!at(TokenKind::Colon) && !at(TokenKind::Equal) && !at(TokenKind::LeftParen))
    return;
  expected(current.range(), "a number", "",
           ", found " + found(current) + "; write " + example.str());
  advance();
}

/// Returns true after a report if two numbers of cells are separated by `x`, `*` or nothing instead
/// of ','.
bool IndexParser::explainSeparator() {
  const bool isSign = at(TokenKind::Star) || atWord("x") || atWord("X");
  const bool isNumber = (isSign ? ahead(1) : current).is(TokenKind::Number);
  if (!isNumber || current.startsLine)
    return false;
  const llvm::SMRange where = isSign ? current.range() : afterPrevious();
  if (!current.reported)
    expected(where, "','", "between the numbers of cells along two axes",
             ", found " + found(current))
        .fixIt(where, ",");
  if (isSign)
    advance();
  return true;
}

} // namespace stencilc::syntax
