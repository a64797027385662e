/// \file Parses `field` and `local` with options, boundaries and initial values.
#include "syntax/parse/FieldParser.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace stencilc::syntax {

/// Parses `field p levels 2 storage f32 constant { ... }` or `local a, b { ... }`. A `;` can
/// replace the block. Returns false after it has reported an error.
bool FieldParser::parseField(llvm::SMLoc start, bool isLocal) {
  ast::FieldStatement field;
  field.isLocal = isLocal;
  do {
    std::optional<ast::FieldName> name = parseFieldName();
    if (!name)
      return false;
    field.names.push_back(std::move(*name));
  } while (consumeIf(TokenKind::Comma));
  if (!parseFieldOptions(field))
    return false;
  if (at(TokenKind::Equal)) {
    expected(current.range(), "';' or '{'", "after the field",
             ", found '='; an initial value is written in braces: '{ init 0; }'");
    current.reported = true;
    return false;
  }
  if (!at(TokenKind::LeftBrace))
    return finish(start, std::move(field), "or '{' after the field");
  Token opening = advance();
  parseFieldBody(field, opening);
  return finishBlock(start, std::move(field));
}

bool FieldParser::parseFieldOptions(ast::FieldStatement &field) {
  constexpr llvm::StringRef options[] = {"levels", "storage", "constant"};
  std::set<llvm::StringRef> seen;
  while (at(TokenKind::Identifier) &&
         (!current.startsLine || llvm::is_contained(options, current.text))) {
    if (current.text == "staggered" || current.text == "at") {
      reportUnsupported(current.range(), ("'" + current.text + "' after a field is").str(),
                        "write the position of its values after the name: 'field vx(x+1/2, y)', "
                        "half a cell to the right, or 'field vx(x faces, y)'");
      return false;
    }
    llvm::StringRef option = meantWord(options, "as an option of the field");
    if (option.empty()) {
      reportExpected("'levels', 'storage', 'constant', '{' or ';'", "after the field");
      return false;
    }
    Token word = advance();
    if (!seen.insert(option).second)
      diags.report(word.range(), diag::DuplicateStatement, option);
    if (!parseFieldOption(option, field))
      return false;
  }
  return true;
}

bool FieldParser::parseFieldOption(llvm::StringRef option, ast::FieldStatement &field) {
  if (option == "constant") {
    field.isConstant = true;
    return true;
  }
  if (option == "storage") {
    field.storage = parseTypeName();
    return field.storage.has_value();
  }
  std::optional<std::int64_t> levels = expectSignedInteger("a number of time levels");
  field.levels = levels.value_or(field.levels);
  return levels.has_value();
}

void FieldParser::parseFieldBody(ast::FieldStatement &field, const Token &opening) {
  const unsigned depth = braceDepth;
  while (!consumeIf(TokenKind::RightBrace)) {
    if (consumeIf(TokenKind::Semicolon))
      continue;
    bool isStatement =
        isKeyword(current.kind) ||
        (at(TokenKind::Identifier) && ahead(1).is(TokenKind::LeftBracket) && !atWord("init"));
    if (at(TokenKind::EndOfFile) || isStatement) {
      if (!at(TokenKind::EndOfFile) || !current.reported)
        expected(afterPrevious(), "'}'", "at the end of field '" + field.names[0].name.text + "'",
                 ", found " + found(current))
            .fixIt(afterPrevious(), " }")
            .note(opening.range(), diag::Hint, "to match this '{'");
      if (at(TokenKind::EndOfFile))
        current.reported = true; // the enclosing braces are missing for the same reason
      braceDepth = depth - 1;
      return;
    }
    if (!parseFieldItem(field))
      skipStatement(depth);
  }
}

bool FieldParser::parseFieldItem(ast::FieldStatement &field) {
  llvm::SMLoc start = current.begin();
  llvm::StringRef item = meantWord({"boundary", "init"}, "in a field");
  if (item.empty()) {
    reportExpected("'boundary' or 'init'", "in a field");
    advance();
    return false;
  }
  const Token word = advance();
  return item == "boundary" ? parseBoundary(field, start) : parseInit(field, word);
}

/// Parses `boundary fixed(100) on x.low, y;`, `boundary copy elsewhere;` or `boundary periodic;`.
/// Returns false after it has reported an error.
bool FieldParser::parseBoundary(ast::FieldStatement &field, llvm::SMLoc start) {
  ast::BoundaryItem item;
  constexpr llvm::StringLiteral kinds =
      "a kind of boundary (keep, fixed, periodic, mirror or copy)";
  if (atWord("on") || atWord("elsewhere")) {
    reportExpected(kinds, "before the faces");
    return false;
  }
  std::optional<ast::Identifier> kind = expectName(kinds);
  if (!kind || !parseBoundaryArguments(item))
    return false;
  item.kind = *kind;
  if (at(TokenKind::Identifier) && !atFieldItem() && !parseFaces(item.faces))
    return false;
  item.range = since(start);
  if (!expectSemicolon("after the boundary"))
    return false;
  field.boundaries.push_back(std::move(item));
  return true;
}

/// Parses the faces of a boundary: `on x.low, y` or `elsewhere`. Returns false after it has
/// reported an error.
bool FieldParser::parseFaces(std::vector<ast::Face> &faces) {
  llvm::StringRef word = meantWord({"on", "elsewhere"}, "and the faces of the boundary");
  if (word.empty()) {
    reportExpected("'on', 'elsewhere' or ';'", "after the kind of boundary");
    return false;
  }
  llvm::SMRange range = advance().range();
  if (word == "elsewhere") {
    faces.push_back({ast::Face::Which::Elsewhere, {}, range});
    return true;
  }
  do {
    std::optional<ast::Face> face = parseFace();
    if (!face)
      return false;
    faces.push_back(*face);
  } while (consumeIf(TokenKind::Comma));
  return true;
}

bool FieldParser::parseBoundaryArguments(ast::BoundaryItem &item) {
  if (at(TokenKind::Number) || at(TokenKind::Minus)) {
    reportExpected("'('", "before the value of the boundary, as in 'fixed(0)'");
    return false;
  }
  if (!at(TokenKind::LeftParen))
    return true;
  llvm::SMLoc opened = advance().begin();
  while (!at(TokenKind::RightParen)) {
    ast::ExprId argument = parseExpr();
    if (!argument.valid())
      return false;
    item.arguments.push_back(argument);
    if (!consumeIf(TokenKind::Comma))
      break;
  }
  return expectClosing(TokenKind::RightParen, opened, "after the value of the boundary");
}

/// Parses one face of a boundary, `x.low` or `x.high`, or `x` for both. Returns nullopt after it
/// has reported an error.
std::optional<ast::Face> FieldParser::parseFace() {
  if (atWord("elsewhere")) {
    expected(current.range(), "a face such as 'x.low'", "after 'on'",
             ", found 'elsewhere', which is written without 'on'");
    current.reported = true;
    return std::nullopt;
  }
  llvm::SMLoc start = current.begin();
  std::optional<ast::Identifier> axis = expectName("a face such as 'x.low'");
  if (!axis)
    return std::nullopt;
  ast::Face face{ast::Face::Which::Both, *axis, axis->range};
  if (!consumeIf(TokenKind::Dot))
    return face;
  llvm::StringRef side = meantWord({"low", "high"}, "as the side of the axis");
  if (side.empty()) {
    reportExpected("'low' or 'high'", "after the axis");
    return std::nullopt;
  }
  advance();
  face.which = side == "low" ? ast::Face::Which::Low : ast::Face::Which::High;
  face.range = since(start);
  return face;
}

/// Parses `init expression;`, `init[t-1] expression;` or `init file("map.npy");`. Returns false
/// after it has reported an error.
bool FieldParser::parseInit(ast::FieldStatement &field, const Token &word) {
  ast::InitItem init;
  if (at(TokenKind::LeftBracket)) {
    std::optional<ast::Access> level = parseAccess(word, /*mayHaveMembers=*/false);
    if (!level)
      return false;
    init.level = std::move(level->shifts);
  }
  if (atWord("file") && ahead(1).is(TokenKind::LeftParen)) {
    init.file = parseFileName();
    if (!init.file)
      return false;
  } else {
    if (at(TokenKind::Equal)) {
      expected(current.range(), "an expression", "after 'init'", ", found '='; write 'init 0;'");
      advance();
    }
    init.value = parseExpr();
    if (!init.value.valid())
      return false;
  }
  init.range = since(word.begin());
  if (!expectSemicolon("after the initial value"))
    return false;
  field.inits.push_back(std::move(init));
  return true;
}

} // namespace stencilc::syntax
