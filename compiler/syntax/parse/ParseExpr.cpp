/// \file Parses expressions by precedence: || < && < comparisons < + - < * / < signs and ! < ^.
#include "syntax/parse/ExpressionParser.h"

namespace stencilc::syntax {

namespace {
struct Operator {
  ast::BinaryOp op;
  int precedence; // higher binds more tightly
};
constexpr int kComparison = 3;

std::optional<Operator> binaryOperator(TokenKind kind) {
  using Op = ast::BinaryOp;
  switch (kind) {
  case TokenKind::OrOr:
    return Operator{Op::Or, 1};
  case TokenKind::AndAnd:
    return Operator{Op::And, 2};
  case TokenKind::Less:
    return Operator{Op::Less, kComparison};
  case TokenKind::LessEqual:
    return Operator{Op::LessEqual, kComparison};
  case TokenKind::Greater:
    return Operator{Op::Greater, kComparison};
  case TokenKind::GreaterEqual:
    return Operator{Op::GreaterEqual, kComparison};
  case TokenKind::EqualEqual:
    return Operator{Op::Equal, kComparison};
  case TokenKind::NotEqual:
    return Operator{Op::NotEqual, kComparison};
  case TokenKind::Plus:
    return Operator{Op::Add, 4};
  case TokenKind::Minus:
    return Operator{Op::Subtract, 4};
  case TokenKind::Star:
    return Operator{Op::Multiply, 5};
  case TokenKind::Slash:
    return Operator{Op::Divide, 5};
  default:
    return std::nullopt;
  }
}
} // namespace

ast::ExprId ExpressionParser::parseExpr() { return parseBinary(1); }

ast::ExprId ExpressionParser::parseBinary(int lowestPrecedence) {
  llvm::SMLoc start = current.begin();
  ast::ExprId left = parseUnary();
  bool hasComparison = false;
  while (left.valid()) {
    std::optional<Operator> op = binaryOperator(current.kind);
    if (!op || op->precedence < lowestPrecedence)
      break;
    if (op->precedence == kComparison && hasComparison) {
      diags.report(current.range(), diag::ChainedComparison);
      current.reported = true;
      return {};
    }
    hasComparison |= op->precedence == kComparison;
    llvm::SMRange opRange = advance().range();
    ast::ExprId right = parseBinary(op->precedence + 1);
    if (!right.valid())
      return {};
    left = addExpr(since(start), ast::Binary{op->op, left, right, opRange}, {left, right});
  }
  return left;
}

ast::ExprId ExpressionParser::parseUnary() {
  Nesting level(*this);
  if (!level.ok)
    return {};
  if (consumeIf(TokenKind::Plus)) // a sign without effect
    return parseUnary();
  if (!at(TokenKind::Minus) && !at(TokenKind::Not))
    return parsePower();
  Token op = advance();
  ast::ExprId operand = parseUnary();
  if (!operand.valid())
    return {};
  ast::UnaryOp kind = op.is(TokenKind::Minus) ? ast::UnaryOp::Negate : ast::UnaryOp::Not;
  return addExpr(since(op.begin()), ast::Unary{kind, operand}, {operand});
}

/// Parses powers, which are right-associative: `a^b^c` is `a^(b^c)`. The exponent can have a sign.
/// Returns an invalid id after it has reported an error.
ast::ExprId ExpressionParser::parsePower() {
  llvm::SMLoc start = current.begin();
  ast::ExprId base = parsePrimary();
  if (!base.valid() || !at(TokenKind::Caret))
    return base;
  llvm::SMRange opRange = advance().range();
  ast::ExprId exponent = parseUnary();
  if (!exponent.valid())
    return {};
  return addExpr(since(start), ast::Binary{ast::BinaryOp::Power, base, exponent, opRange},
                 {base, exponent});
}

ast::ExprId ExpressionParser::parsePrimary() {
  if (at(TokenKind::Number)) {
    Token number = advance();
    return addExpr(number.range(), ast::Number{number.value, number.isInteger, number.suffix});
  }
  if (at(TokenKind::LeftParen)) {
    Token opening = advance();
    ast::ExprId inner = parseExpr();
    if (!inner.valid() || !expectClosing(TokenKind::RightParen, opening.begin(), "here"))
      return {};
    stencil.exprs[inner].range = since(opening.begin()); // messages also underline the brackets
    return inner;
  }
  if (at(TokenKind::Identifier))
    return parseNamed();
  reportExpected("an expression", "");
  return {};
}

ast::ExprId ExpressionParser::parseNamed() {
  Token name = advance();
  while (at(TokenKind::Dot) && ahead(1).is(TokenKind::Identifier))
    if (!explainMember(name))
      return {};
  if (at(TokenKind::LeftParen))
    return parseCall(name);
  ast::Identifier identifier{name.text.str(), name.range()};
  if (!at(TokenKind::LeftBracket) || current.startsLine)
    return addExpr(name.range(), ast::Name{identifier});
  std::optional<ast::Access> access = parseAccess(name);
  if (!access)
    return {};
  if (at(TokenKind::LeftBracket) && !access->members.empty() && !current.startsLine) {
    diags.report(
        current.range(), diag::OneIndex, name.text,
        ("write '" + name.text + "[3 * i + j]' for row i and column j of three columns").str());
    current.reported = true;
    return {};
  }
  return addExpr(since(name.begin()), std::move(*access));
}

ast::ExprId ExpressionParser::parseCall(const Token &callee) {
  ast::Call call{{callee.text.str(), callee.range()}, {}};
  llvm::SMLoc opened = advance().begin();
  if (!parseArguments(call))
    return {};
  std::string where = ("in the call of '" + callee.text.take_front(40) + "'").str();
  if (!expectClosing(TokenKind::RightParen, opened, where))
    return {};
  // Only an operator can follow a call, so this is a choice as other languages write it.
  const bool hasBranch = at(TokenKind::Identifier) || at(TokenKind::Number) ||
                         at(TokenKind::LeftParen) || at(TokenKind::LeftBrace);
  if (callee.text == "if" && hasBranch && !current.startsLine && !current.reported &&
      !atWord("every") && !atWord("in")) {
    diags.report(callee.range(), diag::ForeignOperator, callee.text,
                 "a choice is written 'select(condition, then, otherwise)'");
    current.reported = true;
    return {};
  }
  std::vector<ast::ExprId> children = call.arguments;
  if (call.order && call.order->number.value.valid())
    children.push_back(call.order->number.value);
  return addExpr(since(callee.begin()), std::move(call), children);
}

bool ExpressionParser::parseArguments(ast::Call &call) {
  if (at(TokenKind::RightParen))
    return true;
  do {
    if (atWord("order") && ahead(1).is(TokenKind::Equal)) {
      if (!parseOrder(call))
        return false;
      continue;
    }
    ast::ExprId argument = parseArgument(call.callee.text, call.arguments.empty());
    if (!argument.valid())
      return false;
    call.arguments.push_back(argument);
  } while (consumeIf(TokenKind::Comma));
  return true;
}

/// Parses the argument `order = 8` of a derivative. Reports a second one. Returns false after it
/// has reported an error.
bool ExpressionParser::parseOrder(ast::Call &call) {
  llvm::SMLoc start = advance().begin();
  advance();
  const std::optional<ast::Cells> number = parseCells("an order");
  if (!number)
    return false;
  if (call.order) {
    diags.report(since(start), diag::DuplicateStatement, "order")
        .note(call.order->range, diag::Hint, "the first is here");
    current.reported = true;
    return false;
  }
  call.order = ast::Order{*number, since(start)};
  return true;
}

ast::ExprId ExpressionParser::parseArgument(llvm::StringRef callee, bool isFirst) {
  bool takesNeighbourhood = callee == "sum" || callee == "min" || callee == "max" ||
                            callee == "apply" || callee == "count";
  llvm::SMLoc start = current.begin();
  if (isFirst && takesNeighbourhood && startsNeighbourhood()) {
    ast::NeighbourhoodId neighbourhood = parseNeighbourhood();
    if (!neighbourhood.valid())
      return {};
    return addExpr(since(start), ast::InlineNeighbourhood{neighbourhood});
  }
  if (isFirst && takesNeighbourhood && atIndexRange()) {
    std::optional<ast::IndexRange> index = parseIndexRange();
    if (!index)
      return {};
    if (callee == "apply") {
      reportUnsupported(index->range, "'apply' over an index is",
                        "write 'sum(i in 0 .. 8, w[i] * f[i])' with 'const w[9] = ...'");
      return {};
    }
    return addExpr(since(start), ast::InlineRange{std::move(*index)});
  }
  return parseExpr();
}

} // namespace stencilc::syntax
