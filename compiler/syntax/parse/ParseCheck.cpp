/// \file Parses `report`, `until` and `global` statements.
#include "syntax/parse/DeclarationParser.h"

namespace stencilc::syntax {

/// Parses an interval in time steps such as `every 100 steps`. Returns nullopt after it has
/// reported an error.
std::optional<ast::Every> DeclarationParser::parseEvery(llvm::StringRef where) {
  if (at(TokenKind::Semicolon)) {
    const std::string example = (where + ", as in 'every 1 step'").str();
    expected(afterPrevious(), "'every' and a number of steps", example)
        .fixIt(afterPrevious(), " every 1 step");
    return ast::Every{1, afterPrevious()};
  }
  if (meantWord({"every"}, where).empty()) {
    if (!explainStrayToken())
      reportExpected("'every' and a number of steps", where);
    return std::nullopt;
  }
  advance();
  llvm::SMLoc start = current.begin();
  std::optional<std::int64_t> steps = expectSignedInteger("a number of steps");
  if (!steps)
    return std::nullopt;
  ast::Every every{*steps, since(start)};
  // 'steps' is a keyword because it also begins statements. 'step' is accepted, too.
  if (!consumeIf(TokenKind::KwSteps) && !consumeWord("step")) {
    expected(afterPrevious(), "'steps'", "after their number").fixIt(afterPrevious(), " steps");
    if (!at(TokenKind::Semicolon))
      return std::nullopt;
  }
  if (!atWord("from") && !atWord("to") && !atWord("after") && !atWord("between"))
    return every;
  reportUnsupported(current.range(), "a first and a last step are",
                    "run in parts, with '--steps' and '--resume'");
  return std::nullopt;
}

/// Parses `report change = max(abs(u[t+1] - u)) every 100 steps;` and `report dt every 10 steps;`.
/// Returns false after it has reported an error.
bool DeclarationParser::parseReport(llvm::SMLoc start) {
  std::optional<ast::Identifier> name = expectName("a name for the report");
  if (!name)
    return false;
  if (atWord("every")) { // a report of an existing name
    const ast::ExprId named = addExpr(name->range, ast::Name{*name}, {});
    std::optional<ast::Every> every = parseEvery("after the name of the report");
    return every &&
           finish(start, ast::ReportStatement{*name, named, *every, true}, "after the report");
  }
  if (!expectEqual("after the name of the report"))
    return false;
  ast::ExprId value = parseExpr();
  if (!value.valid())
    return false;
  std::optional<ast::Every> every = parseEvery("after the value of the report");
  return every && finish(start, ast::ReportStatement{*name, value, *every}, "after the report");
}

bool DeclarationParser::atGlobal() {
  return atWord("global") && ahead(1).is(TokenKind::Identifier);
}

/// Parses `global dt = 0.4 * h / max(abs(u) + c);` and `global rr = sum(r[t+1]^2) init 1;`. Returns
/// false after it has reported an error.
bool DeclarationParser::parseGlobal() {
  const llvm::SMLoc start = advance().begin();
  std::optional<ast::Identifier> name = expectName("a name for the number");
  if (!name || !expectEqual("after the name of the number"))
    return false;
  const ast::ExprId value = parseExpr();
  if (!value.valid())
    return false;
  ast::ExprId init;
  if (consumeWord("init") && !(init = parseExpr()).valid())
    return false;
  return finish(start, ast::GlobalStatement{*name, value, init}, "after the number");
}

/// Parses `until max(abs(u[t+1] - u)) < 1e-9 every 100 steps;`. Returns false after it has reported
/// an error.
bool DeclarationParser::parseUntil(llvm::SMLoc start) {
  ast::ExprId condition = parseExpr();
  if (!condition.valid())
    return false;
  std::optional<ast::Every> every = parseEvery("after the condition");
  return every && finish(start, ast::UntilStatement{condition, *every}, "after the rule");
}

} // namespace stencilc::syntax
