/// \file Regions by name, and updates whose value differs by region.
#include "syntax/ParserImpl.h"

namespace stencilc::syntax {

/// `region inlet = x < 1 && y > 3;`
bool Parser::parseRegion(llvm::SMLoc start) {
  std::optional<ast::Identifier> name = expectName("a name for the region");
  if (!name || !expectEqual("after the name of the region"))
    return false;
  const ast::ExprId condition = parseExpr();
  return condition.valid() &&
         finish(start, ast::RegionStatement{*name, condition}, "after the condition of the region");
}

/// The value of an update: `e`, or `1 where inlet, 2 where outlet`, then perhaps `, e elsewhere`.
bool Parser::parseArms(ast::UpdateStatement &update) {
  do {
    const ast::ExprId value = parseExpr();
    if (!value.valid())
      return false;
    if (atWord("elsewhere"))
      return parseElsewhere(update, value);
    if (!consumeWord("where")) {
      if (update.arms.empty()) { // the same value everywhere
        update.value = value;
        return true;
      }
      reportExpected("'where' or 'elsewhere'", "after a value of the update");
      return false;
    }
    const ast::ExprId condition = parseExpr();
    if (!condition.valid())
      return false;
    update.arms.push_back({value, condition});
  } while (consumeIf(TokenKind::Comma));
  return true;
}

/// What cells of no arm become: the last value, behind at least one arm.
bool Parser::parseElsewhere(ast::UpdateStatement &update, ast::ExprId value) {
  const llvm::SMRange word = advance().range();
  if (update.arms.empty()) {
    diags.report(word, diag::ElsewhereAlone);
    current.reported = true;
  }
  update.value = value;
  if (!at(TokenKind::Comma))
    return true;
  diags.report(current.range(), diag::ElsewhereNotLast)
      .note(word, diag::Hint, "'elsewhere' stands here: move it and its value to the end");
  current.reported = true;
  return false;
}

} // namespace stencilc::syntax
