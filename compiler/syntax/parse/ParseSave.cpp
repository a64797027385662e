/// \file Parses `save` statements, which write fields to files during a run.
#include "syntax/parse/SaveParser.h"

namespace stencilc::syntax {

bool SaveParser::atSave() { return atWord("save") && ahead(1).is(TokenKind::Identifier); }

/// Parses `save p[z = 64], v as f32 into "wave.h5" compressed every 10 steps;`. Returns false after
/// it has reported an error.
bool SaveParser::parseSave() {
  const llvm::SMLoc start = advance().begin();
  ast::SaveStatement save;
  do {
    save.fields.emplace_back();
    if (!parseSavedField(save.fields.back()))
      return false;
  } while (consumeIf(TokenKind::Comma));
  if (consumeWord("as")) {
    save.as = parseTypeName();
    if (!save.as)
      return false;
  }
  if (consumeWord("into")) {
    if (!at(TokenKind::String)) {
      reportExpected("the name of a file in quotes", "after 'into'");
      return false;
    }
    save.fileRange = current.range();
    save.file = advance().text.trim('"').str();
  }
  save.isCompressed = consumeWord("compressed");
  const std::optional<ast::Every> every = parseEvery("after what is saved");
  if (!every)
    return false;
  save.every = *every;
  return finish(start, std::move(save), "after what is saved");
}

/// Parses one field of a `save` statement, with its range of cells if there is one: `p`, `p[z =
/// 64]` or `p[x = 0 .. 511 by 2, z = nz / 2]`. Returns false after it has reported an error.
bool SaveParser::parseSavedField(ast::SavedField &saved) {
  std::optional<ast::Identifier> name = expectName("the name of a field");
  if (!name)
    return false;
  saved.field = *name;
  const llvm::SMLoc opened = current.begin();
  if (!consumeIf(TokenKind::LeftBracket))
    return true;
  do {
    std::optional<ast::Identifier> axis = expectName("an axis");
    ast::PointRange range;
    if (!axis || !expectEqual("after the axis") || !parsePointRange(range))
      return false;
    saved.window.emplace_back(*axis, range);
  } while (consumeIf(TokenKind::Comma));
  return expectClosing(TokenKind::RightBracket, opened, "after the cells that are saved");
}

bool SaveParser::parsePointRange(ast::PointRange &range) {
  range.first = parseExpr();
  if (!range.first.valid())
    return false;
  if (!consumeIf(TokenKind::DotDot))
    return true;
  range.last = parseExpr();
  if (!range.last.valid())
    return false;
  if (!consumeWord("by"))
    return true;
  range.by = parseExpr();
  return range.by.valid();
}

} // namespace stencilc::syntax
