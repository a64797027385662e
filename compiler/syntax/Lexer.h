/// \file Splits the text of a `.stencil` file into tokens.
#pragma once

#include "support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace stencilc::syntax {

enum class TokenKind : std::uint8_t {
#define TOKEN(NAME, TEXT) NAME,
#include "syntax/Tokens.def"
};

/// How messages show a token of this kind: quoted where it has one spelling.
llvm::StringRef shown(TokenKind kind);
/// True for the words that begin a statement.
bool isKeyword(TokenKind kind);
/// The words that begin a statement inside a stencil, for "did you mean".
llvm::ArrayRef<llvm::StringRef> statementKeywords();
/// Letters, digits and '_', of which words consist.
bool isWordPart(char c);
/// The kind of a word: a keyword, or Identifier.
TokenKind wordKind(llvm::StringRef word);

/// A token points into the source buffer; it lives as long as the buffer.
struct Token {
  TokenKind kind = TokenKind::EndOfFile;
  llvm::StringRef text;
  bool startsLine = false; // the first token of its line
  bool reported = false;   // an error was already reported here: say no more about it
  double value = 0;        // Number
  bool isInteger = false;  // Number without point, exponent and suffix
  char suffix = 0;         // Number: 'f', 'd' or none

  bool is(TokenKind other) const { return kind == other; }
  llvm::SMLoc begin() const { return llvm::SMLoc::getFromPointer(text.begin()); }
  llvm::SMLoc end() const { return llvm::SMLoc::getFromPointer(text.end()); }
  llvm::SMRange range() const { return {begin(), end()}; }
};

/// Reads any bytes: what is no token is reported once and becomes an Invalid token, so that the
/// parser can go on. After the last token it returns EndOfFile for ever.
class Lexer {
public:
  Lexer(llvm::StringRef text, Diagnostics &diags);
  Token next();

private:
  /// Skips blanks and comments; true if a line ended on the way.
  bool skipBlanks();
  void skipBlockComment();
  /// The first character or two of a comment of another language that begins here, or empty.
  llvm::StringRef foreignComment() const;
  void skipForeignComment(llvm::StringRef sign);
  Token token(TokenKind kind, const char *start) const;
  Token word();
  Token number();
  Token string();
  Token punctuation();
  Token strayBytes();
  /// The token that begins here.
  Token read();
  /// An operator of other languages or of printed mathematics: reported, replaced by ours.
  bool foreignOperator(Token &token);
  void checkNumber(Token &number, llvm::StringRef digits);
  void numberTail(llvm::StringRef number);
  llvm::StringRef rest() const { return {cursor, static_cast<std::size_t>(end - cursor)}; }

  const char *cursor, *end;
  bool isCommentOpen = false;                // the file ends inside a block comment
  TokenKind previous = TokenKind::Semicolon; // the token before; at first as if a statement ended
  bool endsHead = false; // whether the token before may end the head of a block: `u {`, `) {`
  bool opensStatements = false; // whether the last opening brace is that of a block, not of a table
  Diagnostics &diags;
};

} // namespace stencilc::syntax
