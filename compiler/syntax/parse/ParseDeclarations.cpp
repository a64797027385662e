/// \file Parses statements of one line: settings, constants, parameters, functions and lets.
#include "syntax/parse/DeclarationParser.h"

namespace stencilc::syntax {

bool DeclarationParser::finish(llvm::SMLoc start, ast::StatementNode node, llvm::StringRef where) {
  if (!expectSemicolon(where))
    return false;
  return finishBlock(start, std::move(node));
}

bool DeclarationParser::finishBlock(llvm::SMLoc start, ast::StatementNode node) {
  statements->push_back({std::move(node), since(start)});
  return true;
}

std::optional<ast::TypeName> DeclarationParser::parseTypeName() {
  std::optional<ast::Identifier> name = expectName("a type such as 'f64'");
  if (!name)
    return std::nullopt;
  return ast::TypeName{*name};
}

/// Parses `precision f64;` or `precision storage f32, compute f64;`. Returns false after it has
/// reported an error.
bool DeclarationParser::parsePrecision(llvm::SMLoc start) {
  ast::PrecisionStatement precision;
  if (!atWord("storage") && !atWord("compute")) {
    precision.storage = precision.compute = parseTypeName();
    return precision.storage && finish(start, precision, "after the precision");
  }
  do {
    llvm::StringRef role = meantWord({"storage", "compute"}, "in a precision");
    if (role.empty()) {
      reportExpected("'storage' or 'compute'", "in a precision");
      return false;
    }
    llvm::SMRange roleRange = advance().range();
    std::optional<ast::TypeName> &slot = role == "storage" ? precision.storage : precision.compute;
    if (slot)
      diags.report(roleRange, diag::DuplicateStatement, role)
          .note(slot->name.range, diag::Hint, "first given here");
    std::optional<ast::TypeName> type = parseTypeName();
    if (!type)
      return false;
    slot = type;
  } while (consumeIf(TokenKind::Comma));
  return finish(start, precision, "after the precision");
}

bool DeclarationParser::parseArithmetic(llvm::SMLoc start) {
  std::optional<ast::Identifier> mode = expectName("'canonical' or 'written'");
  return mode && finish(start, ast::ArithmeticStatement{*mode}, "after the arithmetic");
}

bool DeclarationParser::parseSpacing(llvm::SMLoc start) {
  std::optional<ast::Identifier> name = expectName("a name for the spacing");
  if (!name || !expectEqual("after the name of the spacing"))
    return false;
  ast::ExprId value = parseExpr();
  return value.valid() &&
         finish(start, ast::SpacingStatement{*name, value}, "after the value of the spacing");
}

bool DeclarationParser::parseConst(llvm::SMLoc start) {
  std::optional<ast::Identifier> name = expectName("a name for the constant");
  if (name && at(TokenKind::LeftBracket))
    return parseTable(start, *name);
  if (!name || !expectEqual("after the name of the constant"))
    return false;
  ast::ExprId value = parseExpr();
  return value.valid() &&
         finish(start, ast::ConstStatement{*name, value}, "after the value of the constant");
}

/// Parses the rest of a table of constants after its name: `[3] = { 1/6, 2/3, 1/6 };`. Returns
/// false after it has reported an error.
bool DeclarationParser::parseTable(llvm::SMLoc start, const ast::Identifier &name) {
  ast::TableStatement table{name, {}, {}, {}, {}};
  const llvm::SMLoc opened = advance().begin();
  const std::optional<ast::Cells> count = parseCells("the number of entries");
  if (!count || !expectClosing(TokenKind::RightBracket, opened, "after the number of entries"))
    return false;
  table.count = *count;
  table.countRange = since(opened);
  if (at(TokenKind::LeftBracket)) {
    diags.report(current.range(), diag::OneIndex, name.text,
                 "declare it with rows * columns entries and write '" + name.text +
                     "[columns * i + j]' for row i and column j");
    current.reported = true;
    return false;
  }
  if (!expectEqual("after the name of the table"))
    return false;
  const llvm::SMLoc brace = current.begin();
  if (!expect(TokenKind::LeftBrace, "to begin the entries of the table"))
    return false;
  while (!at(TokenKind::RightBrace)) {
    const ast::ExprId entry = parseExpr();
    if (!entry.valid())
      return false;
    table.entries.push_back(entry);
    if (!consumeIf(TokenKind::Comma))
      break;
  }
  if (!expectClosing(TokenKind::RightBrace, brace, "after the entries of the table"))
    return false;
  table.tableRange = since(brace);
  return finish(start, std::move(table), "after the table");
}

/// Parses `param d = 0.1 in 0 .. 1/6;`. Returns false after it has reported an error.
bool DeclarationParser::parseParam(llvm::SMLoc start) {
  std::optional<ast::Identifier> name = expectName("a name for the parameter");
  if (!name || !expectEqual("and the default after the name of the parameter"))
    return false;
  ast::ParamStatement param{*name, parseExpr(), std::nullopt};
  if (!param.value.valid())
    return false;
  if (consumeWord("in")) {
    ast::ExprId low = parseExpr();
    if (!low.valid() || !expect(TokenKind::DotDot, "between the bounds of the parameter"))
      return false;
    ast::ExprId high = parseExpr();
    if (!high.valid())
      return false;
    param.range = {low, high};
  }
  return finish(start, std::move(param), "after the parameter");
}

bool DeclarationParser::parseNeighbourhoodStatement(llvm::SMLoc start) {
  std::optional<ast::Identifier> name = expectName("a name for the neighbourhood");
  if (!name || !expectEqual("after the name of the neighbourhood"))
    return false;
  ast::NeighbourhoodId value = parseNeighbourhood();
  return value.valid() &&
         finish(start, ast::NeighbourhoodStatement{*name, value}, "after the neighbourhood");
}

/// Parses `fn f(a, b) = ...;`. Returns false after it has reported an error.
bool DeclarationParser::parseFunction(llvm::SMLoc start) {
  std::optional<ast::Identifier> name = expectName("a name for the function");
  if (!name)
    return false;
  ast::FunctionStatement function{*name, {}, {}};
  llvm::SMLoc opened = current.begin();
  if (!expect(TokenKind::LeftParen, "before the arguments of the function"))
    return false;
  while (!at(TokenKind::RightParen)) {
    std::optional<ast::Identifier> parameter = expectName("the name of an argument");
    if (!parameter)
      return false;
    function.parameters.push_back(*parameter);
    if (!consumeIf(TokenKind::Comma))
      break;
  }
  if (!expectClosing(TokenKind::RightParen, opened, "after the arguments of the function") ||
      !expectEqual("before the value of the function"))
    return false;
  function.body = parseExpr();
  return function.body.valid() &&
         finish(start, std::move(function), "after the value of the function");
}

bool DeclarationParser::parseLet(llvm::SMLoc start) {
  std::optional<ast::Identifier> name = expectName("a name for the value");
  if (name && at(TokenKind::LeftBracket)) {
    const bool isTime = ahead(1).text == "t" || isAxis(ahead(1).text);
    auto report = diags.report(since(start), diag::LetIndexed, name->text);
    if (!isTime)
      report.note(name->range, diag::Hint,
                  "a value for each member is a function of its number: 'fn " + name->text +
                      "(i) = ...;', and '" + name->text + "(3)' where it is read");
    current.reported = true;
    return false;
  }
  if (!name || !expectEqual("after the name of the value"))
    return false;
  ast::ExprId value = parseExpr();
  return value.valid() &&
         finish(start, ast::LetStatement{*name, value}, "after the value of the let");
}

/// Parses `size 128, 128, 128;`. Returns false after it has reported an error.
bool DeclarationParser::parseSize(llvm::SMLoc start) {
  ast::SizeStatement size;
  const bool isInBrackets = at(TokenKind::LeftParen);
  explainBeforeNumbers("'size 64, 64;'");
  do {
    if (at(TokenKind::Identifier) && ahead(1).is(TokenKind::Equal)) { // as in `x = 64`
      reportExpected("a number of cells", "for each axis, in their order, as in 'size 64, 64;'");
      return false;
    }
    std::optional<std::int64_t> extent = expectSignedInteger("a number of cells");
    if (!extent)
      return false;
    size.extents.push_back(*extent);
  } while (consumeIf(TokenKind::Comma) || explainSeparator());
  if (isInBrackets)
    consumeIf(TokenKind::RightParen);
  return finish(start, std::move(size), "after the size");
}

bool DeclarationParser::parseSteps(llvm::SMLoc start) {
  explainBeforeNumbers("'steps 100;'");
  std::optional<std::int64_t> steps = expectSignedInteger("a number of steps");
  return steps && finish(start, ast::StepsStatement{*steps}, "after the number of steps");
}

/// Parses `region inlet = x < 1 && y > 3;`. Returns false after it has reported an error.
bool DeclarationParser::parseRegion(llvm::SMLoc start) {
  std::optional<ast::Identifier> name = expectName("a name for the region");
  if (!name || !expectEqual("after the name of the region"))
    return false;
  const ast::ExprId condition = parseExpr();
  return condition.valid() &&
         finish(start, ast::RegionStatement{*name, condition}, "after the condition of the region");
}

} // namespace stencilc::syntax
