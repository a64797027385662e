/// \file Finds the words of a declaration in its source text.
#include "sema/names/LibraryWords.h"
#include "sema/names/Builtins.h"
#include "syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace stencilc::sema {

using syntax::Token;
using syntax::TokenKind;

/// Returns whether `word` is part of the grammar rather than a name, as `order` in `order = 8`,
/// `over` in `w over star(1)`, and `in` in `i in 0 .. 8`.
static bool isGrammar(const Token &word, const Token &next, bool isCoefficient) {
  if (word.text == "order")
    return next.is(TokenKind::Equal);
  return word.text == "in" || (isCoefficient && word.text == "over");
}

std::vector<Word> wordsOf(const ast::Statement &statement) {
  const char *const begin = statement.range.Start.getPointer();
  const llvm::StringRef text(begin, statement.range.End.getPointer() - begin);
  const llvm::SourceMgr none;
  Diagnostics silent(none, [](const auto &) {});
  syntax::Lexer lexer(text, silent);
  std::set<std::string> locals;
  if (const auto *function = std::get_if<ast::FunctionStatement>(&statement.node))
    for (const ast::Identifier &parameter : function->parameters)
      locals.insert(parameter.text);
  const bool isCoefficient = std::holds_alternative<ast::CoefficientStatement>(statement.node);

  std::vector<Word> words;
  for (Token token = lexer.next(), next; !token.is(TokenKind::EndOfFile); token = next) {
    next = lexer.next();
    if (!token.is(TokenKind::Identifier))
      continue;
    if (next.is(TokenKind::Identifier) && next.text == "in")
      locals.insert(token.text.str());
    words.push_back({token.text.str(), token.range(), next.is(TokenKind::LeftParen),
                     isGrammar(token, next, isCoefficient)});
  }
  for (Word &word : words)
    word.isLocal |= locals.contains(word.text);
  return words;
}

bool isOfLanguage(llvm::StringRef word) {
  static constexpr llvm::StringLiteral others[] = {
      "t", "pi", "centre", "star", "box", "diamond", "axis", "forward", "backward", "centred"};
  return findBuiltin(word) || llvm::is_contained(others, word);
}

} // namespace stencilc::sema
