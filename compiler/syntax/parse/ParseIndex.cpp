/// \file Parses index lists: `u[x-1, t+1]`, `f[i, x-1]`. An entry is an axis with a constant, or a
/// member number. Error messages explain all other entries.
#include "syntax/parse/IndexParser.h"

namespace stencilc::syntax {

std::optional<ast::Access> IndexParser::parseAccess(const Token &base, bool mayHaveMembers) {
  ast::Access access;
  access.base = {base.text.str(), base.range()};
  llvm::SMLoc opened = advance().begin();
  constexpr int kSum = 4; // precedence of a sum in binaryOperator
  do {
    if (mayHaveMembers && atMember(base.text)) {
      const ast::ExprId member = parseBinary(kSum);
      if (!member.valid())
        return std::nullopt;
      access.members.push_back(member);
      continue;
    }
    std::optional<ast::Shift> shift = parseShift();
    if (!shift)
      return std::nullopt;
    access.shifts.push_back(std::move(*shift));
  } while (consumeIf(TokenKind::Comma));
  if (!expectClosing(TokenKind::RightBracket, opened, "after the index"))
    return std::nullopt;
  return access;
}

std::optional<ast::Shift> IndexParser::parseShift() {
  if (!at(TokenKind::Identifier)) {
    explainPosition();
    return std::nullopt;
  }
  Token axis = advance();
  ast::Shift shift{{axis.text.str(), axis.range()}, {}, axis.range()};
  if (at(TokenKind::Plus) || at(TokenKind::Minus)) {
    if (explainShift(axis) || !parseShiftAmount(shift))
      return std::nullopt;
    shift.range = since(axis.begin());
  }
  switch (current.kind) {
  case TokenKind::Equal:
    if (!current.reported)
      diags.report(current.range(), diag::BadIndex,
                   "the value of one cell is a number of the whole grid: 'global v = "
                   "sum(select(x == 3, u, 0));'");
    current.reported = true;
    return std::nullopt;
  case TokenKind::Star:
  case TokenKind::Slash:
  case TokenKind::Caret:
  case TokenKind::LeftParen:
  case TokenKind::LeftBracket:
    if (!current.reported)
      diags
          .report({axis.begin(), current.end()}, diag::OffsetNotConstant, "an offset",
                  ", such as 'x-1'")
          .note({}, diag::Hint,
                "the compiler must know every neighbour to load it ahead; to choose between "
                "neighbours by a value write 'select(condition, u[x-1], u[x+1])'");
    current.reported = true;
    return std::nullopt;
  default:
    return shift;
  }
}

static bool isOperator(TokenKind kind) {
  switch (kind) {
  case TokenKind::Plus:
  case TokenKind::Minus:
  case TokenKind::Star:
  case TokenKind::Slash:
  case TokenKind::Caret:
    return true;
  default:
    return false;
  }
}

/// Parses the amount that an index entry adds to an axis, with its sign: `-1`, `+k`, `-2*k+1`.
/// Returns false after it has reported an error.
bool IndexParser::parseShiftAmount(ast::Shift &shift) {
  if (ahead(1).is(TokenKind::Number) && !isOperator(ahead(2).kind)) {
    const bool isNegative = advance().is(TokenKind::Minus);
    const std::int64_t amount = static_cast<std::int64_t>(advance().value);
    shift.amount.number = isNegative ? -amount : amount;
    return true;
  }
  constexpr int kProduct = 5; // precedence of a product in binaryOperator
  llvm::SMLoc start = current.begin();
  ast::ExprId &total = shift.amount.value;
  do {
    const Token sign = advance();
    const bool isNegative = sign.is(TokenKind::Minus);
    const ast::ExprId term = parseBinary(kProduct);
    if (!term.valid())
      return false;
    if (total.valid())
      total = addExpr(since(start),
                      ast::Binary{isNegative ? ast::BinaryOp::Subtract : ast::BinaryOp::Add, total,
                                  term, sign.range()},
                      {total, term});
    else
      total =
          isNegative ? addExpr(since(start), ast::Unary{ast::UnaryOp::Negate, term}, {term}) : term;
    if (!total.valid())
      return false;
  } while (at(TokenKind::Plus) || at(TokenKind::Minus));
  return true;
}

/// Parses a number of cells, such as a radius or an offset: digits or a constant expression.
/// Returns nullopt after it has reported an error.
std::optional<ast::Cells> IndexParser::parseCells(llvm::StringRef what) {
  const bool isSigned = at(TokenKind::Minus) || at(TokenKind::Plus);
  const TokenKind first = ahead(isSigned).kind, next = ahead(isSigned + 1).kind;
  const bool isExpression =
      isOperator(next) || first == TokenKind::Identifier || first == TokenKind::LeftParen;
  if (isExpression) {
    constexpr int kSum = 4; // precedence of a sum in binaryOperator
    const ast::ExprId value = parseBinary(kSum);
    return value.valid() ? std::optional(ast::Cells{0, value}) : std::nullopt;
  }
  const std::optional<std::int64_t> number = expectSignedInteger(what);
  return number ? std::optional(ast::Cells{*number, {}}) : std::nullopt;
}

/// Reports a token that cannot follow the sign in an index entry such as `x+`. Returns true if it
/// has reported an error, false if the token is valid.
bool IndexParser::explainShift(const Token &axis) {
  const Token first = ahead(1);
  if (first.is(TokenKind::Identifier) || first.is(TokenKind::LeftParen) ||
      (first.is(TokenKind::Number) && (first.isInteger || isOperator(ahead(2).kind))))
    return false;
  advance();
  if (at(TokenKind::Number) && !current.reported)
    diags.report({axis.begin(), current.end()}, diag::BadIndex,
                 "an offset is a whole number of cells, or halves written as a fraction: '" +
                     axis.text.str() + "+1/2'");
  current.reported |= at(TokenKind::Number);
  reportExpected("a whole number", "after the sign of an offset");
  return true;
}

/// Reports an entry of an index list that does not begin with the name of an axis.
void IndexParser::explainPosition() {
  if (current.reported)
    return;
  if (at(TokenKind::Number) && ahead(1).is(TokenKind::Plus) && ahead(2).is(TokenKind::Identifier)) {
    std::string turned = (ahead(2).text + "+" + current.text).str();
    llvm::SMRange range{current.begin(), ahead(2).end()};
    diags.report(range, diag::BadIndex, "the axis comes first").fixIt(range, turned);
    current.reported = true;
  } else if (at(TokenKind::Number) && ahead(1).is(TokenKind::Star)) {
    diags.report({current.begin(), ahead(2).end()}, diag::OffsetNotConstant, "an offset",
                 ", such as 'x-1'");
    current.reported = true;
  } else if (at(TokenKind::Number) || at(TokenKind::Minus)) {
    diags.report(current.range(), diag::BadIndex, "an index names the axis, as in 'u[x-1]'");
    current.reported = true;
  } else if (at(TokenKind::RightBracket)) {
    diags.report(current.range(), diag::BadIndex, "the centre is the name alone, without brackets");
    current.reported = true;
  }
  reportExpected("an axis", "in the index");
}

bool IndexParser::atIndexRange() { return at(TokenKind::Identifier) && ahead(1).text == "in"; }

/// Parses an index variable with its range: `i in 0 .. 8`. Returns nullopt after it has reported an
/// error.
std::optional<ast::IndexRange> IndexParser::parseIndexRange() {
  const llvm::SMLoc start = current.begin();
  const Token name = advance();
  advance(); // 'in'
  const std::optional<ast::Cells> low = parseCells("the first number of the index");
  if (!low || !expect(TokenKind::DotDot, "between the first and the last number of the index"))
    return std::nullopt;
  const std::optional<ast::Cells> high = parseCells("the last number of the index");
  if (!high)
    return std::nullopt;
  return ast::IndexRange{{name.text.str(), name.range()}, *low, *high, since(start)};
}

bool IndexParser::atMember(llvm::StringRef base) {
  if (at(TokenKind::LeftParen))
    return true;
  if (at(TokenKind::Identifier)) {
    const TokenKind next = ahead(1).kind;
    const bool isShift = next == TokenKind::Plus || next == TokenKind::Minus ||
                         next == TokenKind::Comma || next == TokenKind::RightBracket;
    const bool isOfSeries = current.text == "step" && !isField(base);
    if (isShift && (current.text == iteration || isOfSeries))
      return false;
    return current.text != "t" && !isAxis(current.text);
  }
  if (!at(TokenKind::Number))
    return false;
  // `1+x` and `2*x` are misspelt shifts, which parseShift explains.
  return !((ahead(1).is(TokenKind::Plus) || ahead(1).is(TokenKind::Star)) &&
           (isAxis(ahead(2).text) || ahead(2).text == "t"));
}

} // namespace stencilc::syntax
