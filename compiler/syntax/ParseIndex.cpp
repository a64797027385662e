/// \file Index lists: `u[x-1, t+1]`. An entry is an axis and a constant; all else is explained.
#include "syntax/ParserImpl.h"

namespace stencilc::syntax {

std::optional<ast::Access> Parser::parseAccess(const Token &base) {
  ast::Access access;
  access.base = {base.text.str(), base.range()};
  llvm::SMLoc opened = advance().begin();
  do {
    std::optional<ast::Shift> shift = parseShift();
    if (!shift)
      return std::nullopt;
    access.shifts.push_back(std::move(*shift));
  } while (consumeIf(TokenKind::Comma));
  if (!expectClosing(TokenKind::RightBracket, opened, "after the index"))
    return std::nullopt;
  return access;
}

std::optional<ast::Shift> Parser::parseShift() {
  if (!at(TokenKind::Identifier)) {
    explainPosition();
    return std::nullopt;
  }
  Token axis = advance();
  ast::Shift shift{{axis.text.str(), axis.range()}, 0, axis.range()};
  if (at(TokenKind::Plus) || at(TokenKind::Minus)) {
    bool isNegative = advance().is(TokenKind::Minus);
    if (explainShift(axis))
      return std::nullopt;
    std::int64_t amount = static_cast<std::int64_t>(advance().value);
    shift.amount = isNegative ? -amount : amount;
    shift.range = since(axis.begin());
  }
  switch (current.kind) {
  case TokenKind::Plus:
  case TokenKind::Minus:
  case TokenKind::Star:
  case TokenKind::Slash:
  case TokenKind::Caret:
  case TokenKind::LeftParen:
  case TokenKind::LeftBracket:
    if (!current.reported)
      diags.report({axis.begin(), current.end()}, diag::OffsetNotConstant)
          .note({}, diag::Hint,
                "the compiler must know every neighbour to load it ahead; to choose between "
                "neighbours by a value write 'select(condition, u[x-1], u[x+1])'");
    current.reported = true;
    return std::nullopt;
  default:
    return shift;
  }
}

/// True, after an error, if what stands behind the sign of a shift is no whole number.
bool Parser::explainShift(const Token &axis) {
  if (at(TokenKind::Number) && current.isInteger)
    return false;
  if (current.reported)
    return true;
  if (at(TokenKind::Number)) {
    reportUnsupported({axis.begin(), current.end()}, "a shift by a fraction of a cell is",
                      "declare the field at the cells and let cell i stand for the face i+1/2");
  } else if (at(TokenKind::Identifier) || at(TokenKind::LeftParen)) {
    diags.report({axis.begin(), current.end()}, diag::OffsetNotConstant)
        .note({}, diag::Hint,
              "the compiler must know every neighbour to load it ahead; to choose between "
              "neighbours by a value write 'select(condition, u[x-1], u[x+1])'");
    current.reported = true;
  }
  reportExpected("a whole number", "after the sign of an offset");
  return true;
}

/// Explains an index entry that does not begin with the name of an axis.
void Parser::explainPosition() {
  if (current.reported)
    return;
  if (at(TokenKind::Number) && ahead(1).is(TokenKind::Plus) && ahead(2).is(TokenKind::Identifier)) {
    std::string turned = (ahead(2).text + "+" + current.text).str();
    llvm::SMRange range{current.begin(), ahead(2).end()};
    diags.report(range, diag::BadIndex, "the axis comes first").fixIt(range, turned);
    current.reported = true;
  } else if (at(TokenKind::Number) && ahead(1).is(TokenKind::Star)) {
    diags.report({current.begin(), ahead(2).end()}, diag::OffsetNotConstant);
    current.reported = true;
  } else if (at(TokenKind::Number) || at(TokenKind::Minus)) {
    diags.report(current.range(), diag::BadIndex,
                 "positions have no place here: name the axis, as in 'u[x-1]'");
    current.reported = true;
  } else if (at(TokenKind::RightBracket)) {
    diags.report(current.range(), diag::BadIndex, "the centre is the name alone, without brackets");
    current.reported = true;
  }
  reportExpected("an axis", "in the index");
}

} // namespace stencilc::syntax
