/// \file The top level of the parser: whole files, the head of the stencil, and the choice of the
/// next statement.
#include "syntax/parse/Parser.h"
#include "syntax/Foreign.h"
#include "syntax/parse/ParserImpl.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::syntax {

std::optional<ast::Stencil> Parser::parseFile() {
  if (!skipToStencil())
    return std::nullopt;
  llvm::SMLoc start = advance().begin();
  if (!parseHeader())
    return std::nullopt;
  parseBody();
  stencil.range = since(start);
  checkEndOfFile();
  return std::move(stencil);
}

bool Parser::skipToStencil() {
  while (!at(TokenKind::KwStencil)) {
    if (at(TokenKind::EndOfFile)) {
      if (diags.errors() == firstError)
        diags.report(current.range(), diag::NoStencil, "");
      return false;
    }
    if (atWord("import")) {
      parseImports(stencil.imports);
      continue;
    }
    if (at(TokenKind::Identifier) && parseUnsupportedStatement())
      continue;
    llvm::StringRef word = current.text;
    if (at(TokenKind::Identifier) && !nearestName(word, {llvm::StringRef("stencil")}).empty()) {
      diags.report(current.range(), diag::NoStencil, ", found " + found(current))
          .fixIt(current.range(), "stencil");
      return true;
    }
    reportNoStencil();
    while (!at(TokenKind::EndOfFile) && !at(TokenKind::KwStencil))
      advance();
  }
  return true;
}

/// Reports that no stencil begins at the current token. If a declaration begins there, a note says
/// that other files can import this one.
void Parser::reportNoStencil() {
  if (current.reported)
    return;
  auto report = expected(current.range(), "'stencil'", "at the beginning of the file",
                         ", found " + found(current));
  if (isImportable(current.kind))
    report.note({}, diag::Hint,
                "a file with only declarations is imported by another: 'import \"this file\";'");
  current.reported = true;
}

/// Parses the head of a stencil: `name(x, y, z) {`. Returns false after it has reported an error.
bool Parser::parseHeader() {
  std::optional<ast::Identifier> name = expectName("a name for the stencil");
  if (!name)
    return false;
  stencil.name = *name;
  llvm::SMLoc opened = current.begin();
  if (!expect(TokenKind::LeftParen, "and the axes, as in 'heat(x, y)'"))
    return false;
  while (!at(TokenKind::RightParen)) {
    std::optional<ast::Identifier> axis = expectName("the name of an axis");
    if (!axis)
      return false;
    stencil.axes.push_back(*axis);
    if (!consumeIf(TokenKind::Comma))
      break;
  }
  if (at(TokenKind::LeftBrace))
    expected(afterPrevious(), "')'", "after the axes").fixIt(afterPrevious(), ")");
  else if (!expectClosing(TokenKind::RightParen, opened, "after the axes"))
    return false;
  bodyOpening = current.range();
  return expect(TokenKind::LeftBrace, "to begin the stencil's statements");
}

void Parser::parseBody() {
  while (true) {
    if (at(TokenKind::RightBrace)) {
      const Token &next = ahead(1);
      bool statementsFollow = next.is(TokenKind::Identifier) ||
                              (isKeyword(next.kind) && !next.is(TokenKind::KwStencil));
      if (statementsFollow)
        diags.report(current.range(), diag::ExtraBrace)
            .note(bodyOpening, diag::Hint, "this '{' is the one it closes");
      advance();
      if (!statementsFollow)
        return;
      braceDepth = 1; // continue as if the brace were not there
    } else if (at(TokenKind::EndOfFile) || at(TokenKind::KwStencil)) {
      if (!current.reported)
        expected(afterPrevious(), "'}'", "at the end of the stencil", ", found " + found(current))
            .note(bodyOpening, diag::Hint, "to match this '{'");
      current.reported = true;
      return;
    } else {
      parseStatement();
    }
  }
}

void Parser::parseStatement() {
  if (consumeIf(TokenKind::Semicolon)) // an empty statement, as after a block
    return;
  unsigned depth = braceDepth;
  bool ok = false;
  if (isKeyword(current.kind)) {
    Token keyword = advance();
    ok = dispatch(keyword.kind, keyword.begin());
  } else if (at(TokenKind::Identifier)) {
    ok = parseNamedStatement();
  } else {
    reportExpected("a statement", "");
    advance();
  }
  if (!ok)
    skipStatement(depth);
}

/// Parses a statement whose first word is an identifier: an update, or a statement such as `repeat`
/// or `save` whose keyword is not reserved. Returns false if the caller must skip the rest of the
/// statement.
bool Parser::parseNamedStatement() {
  const TokenKind next = ahead(1).kind;
  if (next == TokenKind::LeftBracket || next == TokenKind::Equal)
    return parseUpdate();
  if (next == TokenKind::Dot)
    return explainMemberStatement();
  if (atWord("local") && next == TokenKind::Identifier)
    return parseField(advance().begin(), true);
  if (atWord("repeat"))
    return parseRepeat();
  if (atWord("for") && next == TokenKind::Identifier && ahead(2).text == "in")
    return parseFor(advance().begin());
  if (atTimeStatement())
    return parseTimeStatement();
  if (atGlobal())
    return parseGlobal();
  if (atPoints())
    return parsePointsStatement();
  if (atSave())
    return parseSave();
  if (!atImport())
    return parseUnsupportedStatement() || parseWordStatement();
  diags.report(current.range(), diag::ImportPlace)
      .note(stencil.name.range, diag::DeclaredHere, stencil.name.text);
  current.reported = true;
  return false;
}

/// Reports and skips a statement that the language does not support, such as `mask`. Returns
/// whether there was such a statement.
bool Parser::parseUnsupportedStatement() {
  struct Later {
    llvm::StringLiteral word, instead;
  };
  static constexpr Later table[] = {
      {"mask", "multiply by a constant field of zeros and ones"},
      {"reduce", "write 'report name = max(u) every 100 steps;'"},
  };
  for (const Later &later : table) {
    if (current.text != later.word)
      continue;
    reportUnsupported(current.range(), ("'" + current.text + "' is").str(), later.instead);
    unsigned depth = braceDepth;
    advance();
    skipStatement(depth);
    return true;
  }
  return false;
}

/// Reports and skips a statement of another language, such as `if` or `print`. Returns whether
/// there was such a statement.
bool Parser::explainForeignStatement() {
  const std::string advice = adviceOnStatement(current.text);
  if (advice.empty())
    return false;
  diags.report(current.range(), diag::UnknownStatement, current.text, advice);
  current.reported = true;
  skipForeignStatement();
  return true;
}

/// Reports a statement that begins with `name.member`, such as `T.forward = ...;` or
/// `plt.plot(T);`. Returns false, so that the caller skips the rest of the statement.
bool Parser::explainMemberStatement() {
  Token name = advance();
  const std::string advice = adviceOnStatement(ahead(1).text);
  if (isField(name.text) || advice.empty()) {
    explainMember(name);
  } else {
    const llvm::SMRange range{name.begin(), ahead(1).end()};
    diags.report(range, diag::ForeignMember, textOf(range).str(), advice.substr(2));
  }
  current.reported = true;
  return false;
}

/// Reports a word with which no statement begins. If the word is similar to a keyword, parses the
/// statement as if it were that keyword. Returns false if the caller must skip the rest of the
/// statement.
bool Parser::parseWordStatement() {
  if (explainForeignStatement())
    return true;
  Token word = advance();
  llvm::StringRef nearest = nearestName(word.text, statementKeywords());
  if (!nearest.empty()) {
    diags
        .report(word.range(), diag::UnknownStatement, word.text,
                ("; did you mean '" + nearest + "'?").str())
        .fixIt(word.range(), nearest);
    return dispatch(wordKind(nearest), word.begin());
  }
  std::string hint;
  if (word.text == "boundary" || word.text == "init")
    hint = "; it belongs between the braces of a field";
  else if (at(TokenKind::LeftParen))
    hint = ("; an update is written '" + word.text + "[t+1] = ...;'").str();
  diags.report(word.range(), diag::UnknownStatement, word.text, hint);
  current.reported = true;
  return false;
}

bool Parser::dispatch(TokenKind keyword, llvm::SMLoc start) {
  switch (keyword) {
  case TokenKind::KwPrecision:
    return parsePrecision(start);
  case TokenKind::KwArithmetic:
    return parseArithmetic(start);
  case TokenKind::KwSpacing:
    return parseSpacing(start);
  case TokenKind::KwConst:
    return parseConst(start);
  case TokenKind::KwParam:
    return parseParam(start);
  case TokenKind::KwField:
    return parseField(start);
  case TokenKind::KwNeighbourhood:
    return parseNeighbourhoodStatement(start);
  case TokenKind::KwCoefficient:
    return parseCoefficient(start);
  case TokenKind::KwFn:
    return parseFunction(start);
  case TokenKind::KwLet:
    return parseLet(start);
  case TokenKind::KwRegion:
    return parseRegion(start);
  case TokenKind::KwSize:
    return parseSize(start);
  case TokenKind::KwSteps:
    return parseSteps(start);
  case TokenKind::KwReport:
    return parseReport(start);
  case TokenKind::KwUntil:
    return parseUntil(start);
  default:
    llvm_unreachable("not a keyword that begins a statement");
  }
}

void Parser::checkEndOfFile() {
  while (consumeIf(TokenKind::Semicolon)) {
  }
  if (at(TokenKind::EndOfFile) || current.reported)
    return;
  diags.report(current.range(), diag::TextAfterStencil, found(current))
      .note(stencil.name.range, diag::DeclaredHere, stencil.name.text);
}

} // namespace stencilc::syntax

namespace stencilc {

ast::Library parseLibrary(const llvm::SourceMgr &sources, unsigned buffer, ast::Stencil &stencil,
                          Diagnostics &diags) {
  const llvm::StringRef text = sources.getMemoryBuffer(buffer)->getBuffer();
  ast::Library library = syntax::Parser(text, diags).parseLibraryFile(stencil);
  library.buffer = buffer;
  return library;
}

std::optional<ast::Stencil> parse(const llvm::SourceMgr &sources, unsigned buffer,
                                  Diagnostics &diags) {
  return syntax::Parser(sources.getMemoryBuffer(buffer)->getBuffer(), diags).parseFile();
}

} // namespace stencilc
