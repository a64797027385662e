/// \file Updates, and those whose value differs by region.
#include "syntax/UpdateParser.h"

namespace stencilc::syntax {

/// `u[t+1] = ...;`. A field without index is passed on, so that sema can explain in-place updates.
bool UpdateParser::parseUpdate() {
  Token base = advance();
  ast::UpdateStatement update;
  if (at(TokenKind::LeftBracket)) {
    std::optional<ast::Access> target = parseAccess(base);
    if (!target)
      return false;
    update.target = *target;
  } else if (isField(base.text)) {
    update.target.base = {base.text.str(), base.range()};
  } else {
    diags.report(base.range(), diag::MissingLet, base.text)
        .fixIt({base.begin(), base.begin()}, "let ");
    current.reported = true;
    return false;
  }
  update.targetRange = since(base.begin());
  if (!expectEqual("after the target of the update"))
    return false;
  return parseArms(update) &&
         finish(base.begin(), std::move(update), "after the value of the update");
}

/// The value of an update: `e`, or `1 where inlet, 2 where outlet`, then perhaps `, e elsewhere`.
bool UpdateParser::parseArms(ast::UpdateStatement &update) {
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
bool UpdateParser::parseElsewhere(ast::UpdateStatement &update, ast::ExprId value) {
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
