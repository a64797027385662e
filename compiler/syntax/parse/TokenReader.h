/// \file Token access, error reports and error recovery for the parser.
///
/// Rules for all functions of this class and of the classes derived from it: `parseX` and `expectX`
/// return an empty result (nullopt, an invalid id, false) only after they have reported an error.
/// The caller passes the empty result on without another report, and the statement loop skips to
/// the next statement. A missing token that is obvious (`;`, `)`, a misspelt keyword) is reported
/// with a fix-it, and parsing continues as if it were present.
#pragma once

#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include "syntax/Lexer.h"
#include "syntax/parse/Parser.h"
#include <deque>

namespace stencilc::syntax {

/// Reader of tokens with unlimited lookahead. It reports unexpected tokens and finds the token at
/// which parsing continues.
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
  /// Returns the source range from `start` to the end of the last consumed token.
  llvm::SMRange since(llvm::SMLoc start) const { return {start, previousEnd}; }
  static llvm::StringRef textOf(llvm::SMRange range) {
    return {range.Start.getPointer(),
            static_cast<std::size_t>(range.End.getPointer() - range.Start.getPointer())};
  }
  llvm::SMRange afterPrevious() const { return {previousEnd, previousEnd}; }

  std::string found(const Token &token) const;
  /// Creates an error report "expected <what> <where><tail>" at `range`. The destructor of the
  /// report prints it, so the caller can first add fix-its and notes.
  Diagnostics::Report expected(llvm::SMRange range, llvm::StringRef what, llvm::StringRef where,
                               const std::string &tail = "");
  /// Reports "expected <what> <where>, found ..." at the current token, unless the parser has
  /// already reported an error there.
  void reportExpected(llvm::StringRef what, llvm::StringRef where);
  bool expect(TokenKind kind, llvm::StringRef where);
  /// Consumes the closing bracket `kind` and returns true. If it is missing at the end of a
  /// statement, reports this and returns true, too. Returns false after other errors. `opened` is
  /// the location of the opening bracket.
  bool expectClosing(TokenKind kind, llvm::SMLoc opened, llvm::StringRef where);
  bool expectSemicolon(llvm::StringRef where);
  /// Consumes the `=` of a declaration and returns true. Reports `==` with a fix-it and also
  /// returns true. Returns false after other errors.
  bool expectEqual(llvm::StringRef where);
  std::optional<ast::Identifier> expectName(llvm::StringRef what);
  std::optional<std::int64_t> expectInteger(llvm::StringRef what);
  std::optional<std::int64_t> expectSignedInteger(llvm::StringRef what);
  /// Returns the entry of `words` that equals the current word, without consuming it. If the word
  /// is only similar to an entry, reports an error with a fix-it and returns that entry. Returns an
  /// empty string if no entry is similar.
  llvm::StringRef meantWord(llvm::ArrayRef<llvm::StringRef> words, llvm::StringRef where);
  /// Reports the current token if it cannot follow an expression and is a known mistake (`=`, `|`,
  /// `where` ...). Returns whether this or another error was reported at the token.
  bool explainStrayToken();
  void reportUnsupported(llvm::SMRange range, llvm::StringRef what, llvm::StringRef instead);
  /// Skips the rest of a statement after an error. Stops after the next ';', at the '}' that
  /// closes the block at `braceDepth`, or at a keyword that begins a line.
  void skipStatement(unsigned braceDepth);
  /// Skips a statement of another language, up to and including its ';' or its block `{ ... }`.
  void skipForeignStatement();

  /// Guard that counts the depth of recursive parse functions while it exists. If the depth exceeds
  /// kMaxNesting, it reports an error and sets `ok` to false.
  struct Nesting {
    explicit Nesting(TokenReader &reader);
    ~Nesting() { --reader.nesting; }
    TokenReader &reader;
    bool ok;
  };

  Diagnostics &diags;
  Token current;
  llvm::SMLoc previousEnd;
  unsigned braceDepth = 0; // number of open blocks
  /// Number of errors that were reported before the parser began this file.
  unsigned firstError;

private:
  bool explainWord();
  bool isAfterNumber() const;

  Lexer lexer;
  std::deque<Token> waiting; // lookahead: tokens after `current`
  unsigned nesting = 0;
  bool stopped = false; // too many errors: only EndOfFile follows
};

} // namespace stencilc::syntax
