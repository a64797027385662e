/// \file The tokens of a text as the parser takes them, and what is said where they are not those
/// it needs.
///
/// Rules of all functions of this class and of those above it: `parseX` and `expectX` return
/// nothing (an empty optional, an invalid id, false) only after an error was reported, and the
/// caller passes that on without a word. The statement loop then skips to the next statement. What
/// is missing but obvious (`;`, `)`, a misspelt keyword) is reported with a fix-it and taken as if
/// it were there.
#pragma once

#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include "syntax/Lexer.h"
#include "syntax/Parser.h"
#include <deque>

namespace stencilc::syntax {

/// One token of lookahead and more where it is asked for; what was expected and not there; where to
/// go on.
class TokenReader {
protected:
  TokenReader(llvm::StringRef text, Diagnostics &diags);
  ~TokenReader() = default;

  const Token &ahead(unsigned distance);
  Token advance();
  bool at(TokenKind kind) const { return current.is(kind); }
  bool atWord(llvm::StringRef word) const {
    return at(TokenKind::Identifier) && current.text == word;
  }
  bool consumeIf(TokenKind kind);
  bool consumeWord(llvm::StringRef word);
  /// From `start` to the end of the last token read.
  llvm::SMRange since(llvm::SMLoc start) const { return {start, previousEnd}; }
  static llvm::StringRef textOf(llvm::SMRange range) {
    return {range.Start.getPointer(),
            static_cast<std::size_t>(range.End.getPointer() - range.Start.getPointer())};
  }
  llvm::SMRange afterPrevious() const { return {previousEnd, previousEnd}; }

  std::string found(const Token &token) const;
  /// "expected <what> <where><tail>", not printed before the caller has added its fix-it.
  Diagnostics::Report expected(llvm::SMRange range, llvm::StringRef what, llvm::StringRef where,
                               const std::string &tail = "");
  /// Reports what was expected at the current token with ", found ...", unless something was said
  /// about it already.
  void reportExpected(llvm::StringRef what, llvm::StringRef where);
  bool expect(TokenKind kind, llvm::StringRef where);
  /// A closing bracket; a missing one is inserted if the statement ends here.
  bool expectClosing(TokenKind kind, llvm::SMLoc opened, llvm::StringRef where);
  bool expectSemicolon(llvm::StringRef where);
  /// `=` of a declaration; takes `==` for it after a fix-it.
  bool expectEqual(llvm::StringRef where);
  std::optional<ast::Identifier> expectName(llvm::StringRef what);
  std::optional<std::int64_t> expectInteger(llvm::StringRef what);
  std::optional<std::int64_t> expectSignedInteger(llvm::StringRef what);
  /// The word here or, after a fix-it, the one of `words` it was meant to be. Empty: neither.
  llvm::StringRef meantWord(llvm::ArrayRef<llvm::StringRef> words, llvm::StringRef where);
  /// Says what is wrong with a token that cannot go on behind a complete expression, if that is
  /// something known (`=`, `|`, `where` ...).
  bool explainStrayToken();
  void reportUnsupported(llvm::SMRange range, llvm::StringRef what, llvm::StringRef instead);
  /// Skips to behind the next ';' or before the '}' of the block at `braceDepth`, or to a keyword
  /// that begins a line.
  void skipStatement(unsigned braceDepth);
  /// Skips to behind the ';' or the block that ends a statement of another language.
  void skipForeignStatement();

  /// Counts one level of recursion; `ok` is false, and an error reported, beyond kMaxNesting.
  struct Nesting {
    explicit Nesting(TokenReader &reader);
    ~Nesting() { --reader.nesting; }
    TokenReader &reader;
    bool ok;
  };

  Diagnostics &diags;
  Token current;
  llvm::SMLoc previousEnd;
  unsigned braceDepth = 0; // blocks open at `current`
  unsigned firstError;     // errors reported before this file

private:
  bool explainWord();
  bool isAfterNumber() const;

  Lexer lexer;
  std::deque<Token> waiting; // tokens behind `current`, read by ahead()
  unsigned nesting = 0;
  bool stopped = false; // too many errors: nothing but EndOfFile follows
};

} // namespace stencilc::syntax
