/// \file Parses updates, with or without conditions.
#include "syntax/parse/UpdateParser.h"

namespace stencilc::syntax {

/// Parses an update, `u[t+1] = ...;`. Also accepts a field without index, so that the semantic
/// analysis can explain in-place updates. Returns false after it has reported an error.
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
    explainMissingLet(base);
    current.reported = true;
    return false;
  }
  update.targetRange = since(base.begin());
  if (!expectEqual("after the target of the update"))
    return false;
  return parseArms(update) &&
         finish(base.begin(), std::move(update), "after the value of the update");
}

/// Reports an assignment to `base`, a name that is not a field. The message suggests the
/// declaration that was probably meant, such as `let`.
void UpdateParser::explainMissingLet(const Token &base) {
  constexpr llvm::StringLiteral times = " dt delta_t deltat timestep ";
  constexpr llvm::StringLiteral spacings = " h dx dy dz hx hy hz ";
  const std::string word = (" " + base.text + " ").str();
  const bool isTime = times.contains(word), isSpacing = spacings.contains(word);
  auto report = diags.report(base.range(), diag::MissingLet, base.text);
  report.fixIt({base.begin(), base.begin()}, isTime      ? "timestep "
                                             : isSpacing ? "spacing "
                                                         : "let ");
  if (isTime)
    report.note({}, diag::Hint, "'timestep dt = 0.001;' declares the time that a step takes");
  if (isSpacing)
    report.note({}, diag::Hint,
                "'spacing h = 0.1;' declares the distance between cells along all axes, 'spacing "
                "dx = 0.1;' that along x");
}

/// Parses the value of an update: `e`, or values with conditions such as `1 where inlet, 2 where
/// outlet`, optionally followed by `, e elsewhere`. Returns false after it has reported an error.
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

/// Parses the word `elsewhere` after the last value of an update with conditions. Reports it if no
/// condition precedes. Returns false after it has reported that another value follows.
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
      .note(word, diag::Hint, "'elsewhere' is here; move it and its value to the end");
  current.reported = true;
  return false;
}

} // namespace stencilc::syntax
