/// \file Splits the text of a `.stencil` file into tokens.
#pragma once

#include "support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace stencilc::syntax {

/// Kinds of tokens, defined in Tokens.def.
enum class TokenKind : std::uint8_t {
#define TOKEN(NAME, TEXT) NAME,
#include "syntax/Tokens.def"
};

/// Returns the name of the token kind for messages, in quotes if it has only one spelling.
llvm::StringRef shown(TokenKind kind);
/// Returns whether the kind is a keyword that begins a statement.
bool isKeyword(TokenKind kind);
/// Returns the keywords that begin a statement inside of a stencil, for "did you mean" hints.
llvm::ArrayRef<llvm::StringRef> statementKeywords();
/// Returns whether `c` can be part of a word: a letter, a digit or '_'.
bool isWordPart(char c);
/// Returns the keyword kind of `word`, or Identifier.
TokenKind wordKind(llvm::StringRef word);

/// A token. `text` points into the source buffer, which must outlive the token.
struct Token {
  TokenKind kind = TokenKind::EndOfFile;
  llvm::StringRef text;
  bool startsLine = false; // first token of its line
  bool reported = false;   // an error was reported here: report no more
  double value = 0;        // value of a Number
  bool isInteger = false;  // a Number without point, exponent and suffix
  char suffix = 0;         // suffix of a Number: 'f', 'd' or 0

  bool is(TokenKind other) const { return kind == other; }
  llvm::SMLoc begin() const { return llvm::SMLoc::getFromPointer(text.begin()); }
  llvm::SMLoc end() const { return llvm::SMLoc::getFromPointer(text.end()); }
  llvm::SMRange range() const { return {begin(), end()}; }
};

/// Lexer that accepts any bytes. It reports bytes that form no token once and returns them as an
/// Invalid token, so that the parser can continue. After the last token it always returns
/// EndOfFile.
class Lexer {
public:
  Lexer(llvm::StringRef text, Diagnostics &diags);
  Token next();

private:
  /// Skips blanks and comments. Returns true if it passed the end of a line.
  bool skipBlanks();
  void skipBlockComment();
  /// Returns the sign that begins a comment of another language here, such as "#", or an empty
  /// string.
  llvm::StringRef foreignComment() const;
  void skipForeignComment(llvm::StringRef sign);
  Token token(TokenKind kind, const char *start) const;
  Token word();
  Token number();
  Token string();
  Token punctuation();
  Token strayBytes();
  /// Returns the token at the cursor, which must not be a blank or a comment.
  Token read();
  /// Recognises an operator of another language or of mathematical notation. Reports it, stores the
  /// token that replaces it, and returns true.
  bool foreignOperator(Token &token);
  void checkNumber(Token &number, llvm::StringRef digits);
  void numberTail(llvm::StringRef number);
  llvm::StringRef rest() const { return {cursor, static_cast<std::size_t>(end - cursor)}; }

  const char *cursor, *end;
  bool isCommentOpen = false; // the file ends inside of a block comment
  /// Kind of the preceding token; Semicolon at the start of the file.
  TokenKind previous = TokenKind::Semicolon;
  /// True if the preceding token can end the head of a block: `u {`, `) {`.
  bool endsHead = false;
  /// True if the last opening brace began a block rather than a table.
  bool opensStatements = false;
  Diagnostics &diags;
};

} // namespace stencilc::syntax
