/// \file Parses `for` loops, which repeat updates for each member of a group of fields: `for i in 0
/// .. 8 { f[i, t+1] = ...; }`.
#include "syntax/Foreign.h"
#include "syntax/parse/UpdateParser.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

namespace stencilc::syntax {

/// Parses a loop over members of a group of fields, such as `for i in 0 .. 8 { f[i, t+1] = ...; }`.
/// Returns false after it has reported an error.
bool UpdateParser::parseFor(llvm::SMLoc start) {
  Nesting level(*this);
  if (!level.ok)
    return false;
  if (isAxis(current.text)) {
    diags.report(since(start), diag::UnknownStatement, "for " + current.text.str(),
                 adviceOnStatement("for"));
    current.reported = true;
    skipForeignStatement();
    return true;
  }
  std::optional<ast::IndexRange> index = parseIndexRange();
  if (!index)
    return false;
  const Token opening = current;
  if (!expect(TokenKind::LeftBrace, "to begin the updates of the loop"))
    return false;
  ast::ForStatement loop{std::move(*index), {}};
  std::vector<ast::Statement> *const around = std::exchange(statements, &loop.body);
  parseForBody(opening);
  statements = around;
  checkForBody(loop.body);
  return finishBlock(start, std::move(loop));
}

void UpdateParser::parseForBody(const Token &opening) {
  while (!consumeIf(TokenKind::RightBrace)) {
    if (at(TokenKind::EndOfFile) || at(TokenKind::KwStencil)) {
      if (!current.reported)
        expected(afterPrevious(), "'}'", "at the end of 'for'", ", found " + found(current))
            .note(opening.range(), diag::Hint, "to match this '{'");
      current.reported = true;
      return;
    }
    parseStatement();
  }
}

/// Reports and removes the statements in `body`, the body of a `for` loop, that are neither updates
/// nor loops.
void UpdateParser::checkForBody(std::vector<ast::Statement> &body) {
  llvm::erase_if(body, [&](const ast::Statement &statement) {
    if (std::holds_alternative<ast::UpdateStatement>(statement.node) ||
        std::holds_alternative<ast::ForStatement>(statement.node))
      return false;
    const bool isLet = std::holds_alternative<ast::LetStatement>(statement.node);
    const bool isRepeat = std::holds_alternative<ast::RepeatStatement>(statement.node);
    diags.report(statement.range, diag::ForBody)
        .note(statement.range, diag::Hint,
              isLet ? "for a value that depends on the index, declare a function outside of the "
                      "loop, 'fn g(i) = ...;'"
              : isRepeat ? "a 'repeat' may contain a loop: put the 'for' inside the 'repeat'"
                         : "declare it outside of the loop");
    return true;
  });
}

} // namespace stencilc::syntax
