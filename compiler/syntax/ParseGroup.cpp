/// \file Groups of fields and what runs over their members: `f[9]`, `i in 0 .. 8`, `for`.
#include "syntax/ParserImpl.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

namespace stencilc::syntax {

/// `u`, `f[9]` or `f[q in 0 .. 8]`, each with `(z)` behind it if it does not have all axes.
std::optional<ast::FieldName> Parser::parseFieldName() {
  const llvm::SMLoc start = current.begin();
  std::optional<ast::Identifier> name = expectName("a name for the field");
  if (!name)
    return std::nullopt;
  ast::FieldName declared{*name, {}, {}, name->range};
  if (at(TokenKind::LeftBracket) && !parseMembers(declared))
    return std::nullopt;
  if (at(TokenKind::LeftParen) && !parseFieldAxes(declared))
    return std::nullopt;
  declared.range = since(start);
  return declared;
}

/// `(z)`, `(x+1/2, y)`, `(x faces, y)` behind the name of a field.
bool Parser::parseFieldAxes(ast::FieldName &declared) {
  const llvm::SMLoc opened = advance().begin();
  do {
    const llvm::SMLoc start = current.begin();
    if (!at(TokenKind::Identifier)) {
      reportExpected("an axis", "of the field");
      return false;
    }
    std::optional<ast::Shift> shift = parseShift();
    if (!shift)
      return false;
    ast::FieldAxis axis{std::move(*shift)};
    if (at(TokenKind::Identifier)) {
      if (meantWord({"faces"}, "behind the axis").empty()) {
        reportExpected("'faces', ',' or ')'", "after the axis");
        return false;
      }
      advance();
      axis.isFaces = true;
    }
    axis.range = since(start);
    declared.axes.push_back(std::move(axis));
  } while (consumeIf(TokenKind::Comma));
  return expectClosing(TokenKind::RightParen, opened, "after the axes of the field");
}

/// `[9]` or `[q in 0 .. 8]`
bool Parser::parseMembers(ast::FieldName &declared) {
  const llvm::SMLoc opened = advance().begin();
  if (atIndexRange())
    declared.index = parseIndexRange();
  else
    declared.count = parseCells("the number of members");
  return declared.isGroup() &&
         expectClosing(TokenKind::RightBracket, opened, "after the members of the group");
}

bool Parser::atIndexRange() { return at(TokenKind::Identifier) && ahead(1).text == "in"; }

/// `i in 0 .. 8`
std::optional<ast::IndexRange> Parser::parseIndexRange() {
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

bool Parser::atMember(llvm::StringRef base) {
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
  // `1+x` and `2*x` are shifts written in another way, and are explained as such.
  return !((ahead(1).is(TokenKind::Plus) || ahead(1).is(TokenKind::Star)) &&
           (isAxis(ahead(2).text) || ahead(2).text == "t"));
}

/// `for i in 0 .. 8 { f[i, t+1] = ...; }`
bool Parser::parseFor(llvm::SMLoc start) {
  Nesting level(*this);
  if (!level.ok)
    return false;
  std::optional<ast::IndexRange> index = parseIndexRange();
  if (!index)
    return false;
  const Token opening = current;
  if (!expect(TokenKind::LeftBrace, "to begin the updates of the loop"))
    return false;
  ast::ForStatement loop{std::move(*index), {}};
  std::vector<ast::Statement> *const around = std::exchange(statements, &loop.body);
  parseForBody(opening);
  statements = around;
  checkForBody(loop.body);
  return finishBlock(start, std::move(loop));
}

void Parser::parseForBody(const Token &opening) {
  while (!consumeIf(TokenKind::RightBrace)) {
    if (at(TokenKind::EndOfFile) || at(TokenKind::KwStencil)) {
      if (!current.reported)
        expected(afterPrevious(), "'}'", "at the end of 'for'", ", found " + found(current))
            .note(opening.range(), diag::Hint, "to match this '{'");
      current.reported = true;
      return;
    }
    parseStatement();
  }
}

/// Reports and removes statements that are neither updates nor loops.
void Parser::checkForBody(std::vector<ast::Statement> &body) {
  llvm::erase_if(body, [&](const ast::Statement &statement) {
    if (std::holds_alternative<ast::UpdateStatement>(statement.node) ||
        std::holds_alternative<ast::ForStatement>(statement.node))
      return false;
    const bool isLet = std::holds_alternative<ast::LetStatement>(statement.node);
    const bool isRepeat = std::holds_alternative<ast::RepeatStatement>(statement.node);
    diags.report(statement.range, diag::ForBody)
        .note(statement.range, diag::Hint,
              isLet ? "a value for each number is a function of it, 'fn g(i) = ...;', declared "
                      "outside of the loop"
              : isRepeat ? "a 'repeat' may hold a loop: write it the other way round"
                         : "declare it outside of the loop");
    return true;
  });
}

} // namespace stencilc::syntax
