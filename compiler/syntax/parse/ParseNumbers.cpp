/// \file Reports common mistakes in numbers of cells and of time steps, such as `size = 64` or
/// `size 64 x 64` for `size 64, 64`.
#include "syntax/parse/IndexParser.h"

namespace stencilc::syntax {

/// Reports and skips a `:`, `=` or `(` between a keyword such as `size` and its numbers. `example`
/// is a correct statement for the message.
void IndexParser::explainBeforeNumbers(llvm::StringRef example) {
  if (!at(TokenKind::Colon) && !at(TokenKind::Equal) && !at(TokenKind::LeftParen))
    return;
  expected(current.range(), "a number", "",
           ", found " + found(current) + "; write " + example.str());
  advance();
}

/// Reports numbers of cells that are separated by `x`, `*` or nothing instead of ','. Returns true
/// if it has reported an error.
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
