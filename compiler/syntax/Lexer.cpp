/// \file The lexer: blanks, words, punctuation, strings and invalid bytes.
#include "syntax/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/ErrorHandling.h"

namespace stencilc::syntax {

llvm::StringRef shown(TokenKind kind) {
  switch (kind) {
#define TOKEN(NAME, TEXT)                                                                          \
  case TokenKind::NAME:                                                                            \
    return TEXT;
#include "syntax/Tokens.def"
  }
  llvm_unreachable("token without a name");
}

bool isKeyword(TokenKind kind) { return kind >= TokenKind::KwStencil; }

llvm::ArrayRef<llvm::StringRef> statementKeywords() {
  static constexpr llvm::StringRef all[] = {
#define KEYWORD(NAME, TEXT) TEXT,
#include "syntax/Tokens.def"
  };
  return llvm::ArrayRef(all).drop_front(); // all but `stencil`
}

TokenKind wordKind(llvm::StringRef word) {
#define KEYWORD(NAME, TEXT)                                                                        \
  if (word == TEXT)                                                                                \
    return TokenKind::NAME;
#include "syntax/Tokens.def"
  return TokenKind::Identifier;
}

static bool isWordStart(char c) { return llvm::isAlpha(c) || c == '_'; }
bool isWordPart(char c) { return llvm::isAlnum(c) || c == '_'; }

Lexer::Lexer(llvm::StringRef text, Diagnostics &diags)
    : cursor(text.begin()), end(text.end()), diags(diags) {
  if (text.starts_with("\xef\xbb\xbf")) // byte order mark of UTF-8
    cursor += 3;
}

Token Lexer::token(TokenKind kind, const char *start) const {
  Token token;
  token.kind = kind;
  token.text = {start, static_cast<std::size_t>(cursor - start)};
  return token;
}

void Lexer::skipBlockComment() {
  const char *start = cursor;
  std::size_t close = rest().find("*/", 2);
  isCommentOpen = close == llvm::StringRef::npos;
  cursor = isCommentOpen ? end : cursor + close + 2;
  diags.report({llvm::SMLoc::getFromPointer(start), llvm::SMLoc::getFromPointer(start + 2)},
               diag::BlockComment);
}

llvm::StringRef Lexer::foreignComment() const {
  if (rest().starts_with("#"))
    return rest().take_front(1);
  const bool isBetweenStatements = previous == TokenKind::Semicolon ||
                                   previous == TokenKind::RightBrace ||
                                   (previous == TokenKind::LeftBrace && opensStatements);
  if (isBetweenStatements)
    for (llvm::StringRef sign : {"%", "--", "!"})
      if (rest().starts_with(sign))
        return rest().take_front(sign.size());
  return "";
}

void Lexer::skipForeignComment(llvm::StringRef sign) {
  const llvm::SMRange range{llvm::SMLoc::getFromPointer(sign.begin()),
                            llvm::SMLoc::getFromPointer(sign.end())};
  diags.report(range, diag::ForeignComment, sign).fixIt(range, "//");
  cursor += std::min(rest().find('\n'), rest().size());
}

bool Lexer::skipBlanks() {
  bool lineEnded = false;
  while (cursor != end) {
    if (*cursor == '\n') {
      lineEnded = true;
      ++cursor;
    } else if (*cursor == ' ' || *cursor == '\t' || *cursor == '\r') {
      ++cursor;
    } else if (rest().starts_with("//")) {
      cursor += std::min(rest().find('\n'), rest().size());
    } else if (rest().starts_with("/*")) {
      skipBlockComment();
    } else if (const llvm::StringRef sign = foreignComment(); !sign.empty()) {
      skipForeignComment(sign);
    } else {
      break;
    }
  }
  return lineEnded;
}

Token Lexer::word() {
  const char *start = cursor;
  cursor += rest().take_while(isWordPart).size();
  Token word = token(TokenKind::Identifier, start);
  word.kind = wordKind(word.text);
  return word;
}

Token Lexer::string() {
  const char *start = cursor++;
  llvm::StringRef content =
      rest().take_until([](char c) { return c == '"' || static_cast<unsigned char>(c) < ' '; });
  cursor += content.size();
  bool closed = cursor != end && *cursor == '"';
  cursor += closed;
  Token text = token(TokenKind::String, start);
  if (!closed) { // probably meant to end before the next bracket
    text.text = text.text.take_until([](char c) { return c == ')' || c == ';'; });
    cursor = text.text.end();
    diags.report(text.range(), diag::UnterminatedString).fixIt({text.end(), text.end()}, "\"");
  }
  return text;
}

/// Returns advice for an error message if `text` begins with a non-ASCII letter, usually a Greek
/// one. Returns an empty string otherwise.
static std::string adviceOnLetters(llvm::StringRef text) {
  static constexpr llvm::StringLiteral greek[] = {
      "alpha", "beta",   "gamma",   "delta", "epsilon", "zeta",    "eta",  "theta", "iota",
      "kappa", "lambda", "mu",      "nu",    "xi",      "omicron", "pi",   "rho",   "sigma",
      "sigma", "tau",    "upsilon", "phi",   "chi",     "psi",     "omega"};
  if (text.size() < 2 || (text[0] & 0xe0) != 0xc0) // two bytes: Latin, Greek, Cyrillic ...
    return "";
  const unsigned letter = (text[0] & 0x1fu) << 6 | (text[1] & 0x3fu);
  if (letter < 0xc0 || letter == 0xd7 || letter == 0xf7)
    return "";
  std::string advice = "; names are made of a-z, A-Z, 0-9 and '_'";
  if (letter >= 0x3b1 && letter <= 0x3c9)
    advice += ", as in '" + greek[letter - 0x3b1].str() + "'";
  else if (letter >= 0x391 && letter <= 0x3a9)
    advice += ", as in '" + llvm::StringRef(greek[letter - 0x391]).substr(0, 1).upper() +
              greek[letter - 0x391].drop_front().str() + "'";
  return advice;
}

/// Reports a sequence of bytes that no token can contain and returns it as one token. The sequence
/// ends before the next blank or printable ASCII character.
Token Lexer::strayBytes() {
  const char *start = cursor++;
  auto isStray = [](char c) { return !llvm::isPrint(c) && !llvm::isSpace(c); };
  if (isStray(*start))
    cursor += rest().take_while(isStray).size();
  if (const std::size_t closing = rest().find_first_of("'\n");
      *start == '\'' && closing < rest().size() && rest()[closing] == '\'')
    cursor += closing + 1;
  Token stray = token(TokenKind::Invalid, start);
  stray.reported = true;
  std::string what;
  if (*start == '\'')
    what = "a single quote";
  else if (!isStray(*start))
    what = ("'" + stray.text + "'").str();
  else if (stray.text.size() == 1)
    what = "byte 0x" + llvm::utohexstr(static_cast<unsigned char>(*start), true);
  else if (llvm::isLegalUTF8Sequence(stray.text.bytes_begin(), stray.text.bytes_end()))
    what = ("'" + stray.text + "'").str();
  else
    what = "a run of " + std::to_string(stray.text.size()) + " bytes that are no text";
  diags.report(stray.range(), diag::StrayByte, what,
               *start == '\'' ? "; file names are written in double quotes"
                              : adviceOnLetters(stray.text));
  return stray;
}

bool Lexer::foreignOperator(Token &result) {
  struct Foreign {
    llvm::StringLiteral text, ours;
    TokenKind kind;
    llvm::StringLiteral advice;
  };
  static constexpr Foreign table[] = {
      {"...", "..", TokenKind::DotDot, "a range is written '..'"},
      {"**", "^", TokenKind::Caret, "a power is written '^'"},
      {".*", "*", TokenKind::Star, "'*' multiplies cell by cell"},
      {"./", "/", TokenKind::Slash, "'/' divides cell by cell"},
      {".^", "^", TokenKind::Caret, "'^' is a power cell by cell"},
      {"+=", "", TokenKind::Equal, "write 'u[t+1] = u + ...'"},
      {"-=", "", TokenKind::Equal, "write 'u[t+1] = u - ...'"},
      {"*=", "", TokenKind::Equal, "write 'u[t+1] = u * ...'"},
      {"/=", "", TokenKind::Equal, "write 'u[t+1] = u / ...'"},
      {":=", "=", TokenKind::Equal, "a value is given with '='"},
      {"=<", "<=", TokenKind::LessEqual, "'at most' is written '<='"},
      {"=>", ">=", TokenKind::GreaterEqual, "'at least' is written '>='"},
      {"<>", "!=", TokenKind::NotEqual, "'different' is written '!='"},
      {"&", "&&", TokenKind::AndAnd, "'and' is written '&&'"},
      {"~", "!", TokenKind::Not, "'not' is written '!'"},
      {"%", "", TokenKind::Slash,
       "the remainder is 'a - b * floor(a / b)', and a comment "
       "begins with '//'"},
      {"?", "", TokenKind::Invalid, "a choice is written 'select(condition, then, otherwise)'"},
      {"\u2207\u00b2", "", TokenKind::Invalid, "the Laplacian is 'laplacian(u)'"},
      {"\u2206", "", TokenKind::Invalid, "the Laplacian is 'laplacian(u)'"},
      {"\u2207", "", TokenKind::Invalid, "a derivative along an axis is 'd(u, x)'"},
      {"\u2202", "", TokenKind::Invalid, "a derivative along an axis is 'd(u, x)'"},
      {"\u221a", "", TokenKind::Invalid, "a root is 'sqrt(a)'"},
      {"\u00b2", "^2", TokenKind::Invalid, "a square is written '^2'"},
      {"\u00b3", "^3", TokenKind::Invalid, "a cube is written '^3'"},
      {"\u00f7", "/", TokenKind::Slash, "a quotient is written '/'"},
      {"\u2212", "-", TokenKind::Minus, "the minus sign is '-'"},
      {"\u2013", "-", TokenKind::Minus, "the minus sign is '-'"},
      {"\u00d7", "*", TokenKind::Star, "a product is written '*'"},
      {"\u00b7", "*", TokenKind::Star, "a product is written '*'"},
      {"\u2264", "<=", TokenKind::LessEqual, "'at most' is written '<='"},
      {"\u2265", ">=", TokenKind::GreaterEqual, "'at least' is written '>='"},
      {"\u2260", "!=", TokenKind::NotEqual, "'different' is written '!='"},
      {"\u2216", "\\", TokenKind::Backslash, "the difference of neighbourhoods is '\\'"},
      {"\u222a", "|", TokenKind::Pipe, "the union of neighbourhoods is '|'"},
  };
  for (const Foreign &foreign : table) {
    if (!rest().starts_with(foreign.text) || (foreign.text == "&" && rest().starts_with("&&")))
      continue;
    const char *start = cursor;
    cursor += foreign.text.size();
    result = token(foreign.kind, start);
    result.reported = true;
    auto report = diags.report(result.range(), diag::ForeignOperator, foreign.text, foreign.advice);
    if (!foreign.ours.empty())
      report.fixIt(result.range(), foreign.ours);
    return true;
  }
  return false;
}

Token Lexer::punctuation() {
  struct Punctuation {
    llvm::StringLiteral text;
    TokenKind kind;
  };
  static constexpr Punctuation table[] = {
#define PUNCTUATION(NAME, TEXT) {TEXT, TokenKind::NAME},
#include "syntax/Tokens.def"
  };
  if (Token foreign; foreignOperator(foreign))
    return foreign;
  for (const Punctuation &punctuation : table) {
    if (!rest().starts_with(punctuation.text))
      continue;
    const char *start = cursor;
    cursor += punctuation.text.size();
    return token(punctuation.kind, start);
  }
  return strayBytes();
}

Token Lexer::read() {
  if (cursor == end) {
    Token last = token(TokenKind::EndOfFile, cursor);
    last.reported = isCommentOpen; // the open comment contains what may seem to be missing
    return last;
  }
  if (isWordStart(*cursor))
    return word();
  const bool isFraction = *cursor == '.' && end - cursor > 1 && llvm::isDigit(cursor[1]);
  if (llvm::isDigit(*cursor) || isFraction)
    return number();
  return *cursor == '"' ? string() : punctuation();
}

Token Lexer::next() {
  const bool startsLine = skipBlanks();
  Token result = read();
  result.startsLine = startsLine;
  if (result.kind == TokenKind::LeftBrace)
    opensStatements = endsHead;
  endsHead = result.kind == TokenKind::RightParen || result.kind == TokenKind::RightBracket ||
             (!result.text.empty() && isWordStart(result.text.front()));
  previous = result.kind;
  return result;
}

} // namespace stencilc::syntax
