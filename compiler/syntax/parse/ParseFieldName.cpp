/// \file Parses names in declarations of fields: groups `f[9]` and `f[i in 0 .. 8]`, axes `g(z)`,
/// positions in the cell `v(x+1/2)`.
#include "syntax/parse/FieldParser.h"

namespace stencilc::syntax {

/// Parses `u`, `f[9]` or `f[q in 0 .. 8]`, each optionally followed by its axes, such as `(z)`.
/// Returns nullopt after it has reported an error.
std::optional<ast::FieldName> FieldParser::parseFieldName() {
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

/// Parses the axes in the declaration of a field, after its name: `(z)`, `(x+1/2, y)` or `(x faces,
/// y)`. Returns false after it has reported an error.
bool FieldParser::parseFieldAxes(ast::FieldName &declared) {
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

/// Parses the members in the declaration of a group of fields, after its name: `[9]` or `[q in 0 ..
/// 8]`. Returns false after it has reported an error.
bool FieldParser::parseMembers(ast::FieldName &declared) {
  const llvm::SMLoc opened = advance().begin();
  if (atIndexRange())
    declared.index = parseIndexRange();
  else
    declared.count = parseCells("the number of members");
  if (!declared.isGroup() ||
      !expectClosing(TokenKind::RightBracket, opened, "after the members of the group"))
    return false;
  if (!at(TokenKind::LeftBracket))
    return true;
  const llvm::StringRef name = declared.name.text;
  const bool areDigits = declared.count && !declared.count->value.valid() &&
                         ahead(1).is(TokenKind::Number) && ahead(2).is(TokenKind::RightBracket);
  const std::string count = areDigits
                                ? std::to_string(static_cast<std::int64_t>(
                                      static_cast<double>(declared.count->number) * ahead(1).value))
                                : "rows * columns";
  const std::string columns = areDigits ? ahead(1).text.str() : "columns";
  diags.report(current.range(), diag::OneIndex, name,
               ("declare '" + name + "[" + count + "]' and write '" + name + "[" + columns +
                " * i + j]' for row i and column j")
                   .str());
  current.reported = true;
  return false;
}

} // namespace stencilc::syntax
