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
/// Returns whether tokens of this kind are keywords that begin a statement.
bool isKeyword(TokenKind kind);
/// Returns the keywords that begin a statement inside of a stencil. Messages suggest the most
/// similar one for a misspelt word.
llvm::ArrayRef<llvm::StringRef> statementKeywords();
/// Returns whether `c` can be part of a word: a letter, a digit or '_'.
bool isWordPart(char c);
/// Returns the token kind of the keyword `word`, or Identifier for any other word.
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

/// Lexer of `.stencil` files that accepts any bytes. It reports bytes that form no token, and
/// returns them as one Invalid token so that parsing can continue. After the last token it always
/// returns EndOfFile.
class Lexer {
public:
  Lexer(llvm::StringRef text, Diagnostics &diags);
  Token next();

private:
  /// Skips blanks and comments. Returns true if it has passed the end of a line.
  bool skipBlanks();
  void skipBlockComment();
  /// Returns the characters at the cursor that begin a comment in another language, such as "#".
  /// Returns an empty string if there are none.
  llvm::StringRef foreignComment() const;
  void skipForeignComment(llvm::StringRef sign);
  Token token(TokenKind kind, const char *start) const;
  Token word();
  Token number();
  Token string();
  Token punctuation();
  Token strayBytes();
  /// Returns the token at the cursor and advances past it. Precondition: the cursor is not at a
  /// blank or a comment.
  Token read();
  /// Reports an operator of another language or of mathematics at the cursor, stores the token that
  /// replaces it in `token`, and returns true. Returns false if there is no such operator.
  bool foreignOperator(Token &token);
  void checkNumber(Token &number, llvm::StringRef digits);
  void numberTail(llvm::StringRef number);
  llvm::StringRef rest() const { return {cursor, static_cast<std::size_t>(end - cursor)}; }

  const char *cursor, *end;
  bool isCommentOpen = false; // the file ends inside of a block comment
  /// Kind of the preceding token, or Semicolon at the start of the file.
  TokenKind previous = TokenKind::Semicolon;
  /// True if an opening brace after the preceding token would begin a block of statements, as after
  /// a name or `)`.
  bool endsHead = false;
  /// True if the last opening brace began a block of statements, false if it began a table of
  /// numbers.
  bool opensStatements = false;
  Diagnostics &diags;
};

} // namespace stencilc::syntax
