/// \file Parses coefficient tables: `coefficient w over star(1) = { 0: -4, 1: 1 };`.
#include "syntax/parse/DeclarationParser.h"

namespace stencilc::syntax {

bool DeclarationParser::parseCoefficient(llvm::SMLoc start) {
  std::optional<ast::Identifier> name = expectName("a name for the coefficient table");
  if (!name)
    return false;
  ast::CoefficientStatement table;
  table.name = *name;
  if (meantWord({"over"}, "and a neighbourhood after the name of the table").empty()) {
    reportExpected("'over'", "and a neighbourhood after the name of the table");
    return false;
  }
  advance();
  table.over = parseNeighbourhood();
  if (!table.over.valid() || !expectEqual("after the neighbourhood of the table"))
    return false;
  Token opening = current;
  if (!expect(TokenKind::LeftBrace, "to begin the entries of the table"))
    return false;
  while (!at(TokenKind::RightBrace)) {
    if (!parseTableEntry(table))
      return false;
    if (!consumeIf(TokenKind::Comma))
      break;
  }
  if (!expectClosing(TokenKind::RightBrace, opening.begin(), "after the entries of the table"))
    return false;
  table.tableRange = since(opening.begin());
  return finish(start, std::move(table), "after the coefficient table");
}

/// Parses one entry of a coefficient table: `1: 0.5` by distance, or `(1,0): 0.5` by offset.
/// Returns false after it has reported an error.
bool DeclarationParser::parseTableEntry(ast::CoefficientStatement &table) {
  llvm::SMLoc start = current.begin();
  ast::CoefficientStatement::Entry entry{};
  entry.byDistance = !at(TokenKind::LeftParen);
  if (entry.byDistance) {
    if (at(TokenKind::Minus) && ahead(1).is(TokenKind::Number)) {
      llvm::SMRange range{start, ahead(1).end()};
      diags.report(range, diag::NegativeDistance).fixIt(range, ("(-" + ahead(1).text + ")").str());
      current.reported = true;
      return false;
    }
    std::optional<std::int64_t> distance = expectInteger("a distance or an offset");
    if (!distance)
      return false;
    entry.key = {{*distance, {}}};
  } else {
    std::optional<std::vector<ast::Cells>> offset = parseOffset();
    if (!offset)
      return false;
    entry.key = std::move(*offset);
  }
  entry.keyRange = since(start);
  if (!expect(TokenKind::Colon, "between an offset and its coefficient"))
    return false;
  entry.value = parseExpr();
  if (!entry.value.valid())
    return false;
  table.entries.push_back(std::move(entry));
  return true;
}

} // namespace stencilc::syntax
