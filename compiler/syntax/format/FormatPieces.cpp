/// \file Splits a file into tokens and comments, and classifies brackets and operators.
#include "syntax/format/FormatPieces.h"
#include <optional>

namespace stencilc::syntax {

namespace {

/// Splits the text `gap` between two tokens. Appends its comments to `pieces`, and stores in `next`
/// the number of line ends and blanks before the next token.
void addGap(llvm::StringRef gap, std::vector<Piece> &pieces, Piece &next) {
  next.hasBlanks = !gap.empty();
  while (!gap.empty()) {
    if (gap.front() == '\n') {
      ++next.newlines;
      gap = gap.drop_front();
    } else if (gap.starts_with("//")) {
      Piece comment = next;
      comment.isComment = true;
      comment.text = gap.take_until([](char c) { return c == '\n'; });
      gap = gap.drop_front(comment.text.size());
      comment.text = comment.text.rtrim();
      pieces.push_back(comment);
      next.newlines = 0;
    } else {
      gap = gap.drop_front();
    }
  }
}

bool isOpening(TokenKind kind) {
  return kind == TokenKind::LeftParen || kind == TokenKind::LeftBracket ||
         kind == TokenKind::LeftBrace;
}
bool isClosing(TokenKind kind) {
  return kind == TokenKind::RightParen || kind == TokenKind::RightBracket ||
         kind == TokenKind::RightBrace;
}

/// Returns whether the token ends an operand, so that a following `+` or `-` is a binary operator.
bool endsOperand(const Piece &piece) {
  if (piece.kind == TokenKind::Identifier)
    return !piece.leadsExpression;
  return piece.kind == TokenKind::Number || piece.kind == TokenKind::String ||
         isClosing(piece.kind);
}

/// Sets the properties of brackets, operators and commas that decide their layout in formatted
/// text.
class Reader {
public:
  explicit Reader(std::vector<Piece> &pieces) : pieces(pieces) {}

  void run() {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (pieces[i].isComment)
        continue;
      read(i);
      before = i;
    }
  }

private:
  struct Bracket {
    std::size_t place;
    bool isIndex, isOffset;
  };

  void read(std::size_t i) {
    Piece &piece = pieces[i];
    if (startsStatement) {
      // `for` is a keyword only before an index.
      const bool isFor = piece.text == "for" && i + 1 < pieces.size() &&
                         pieces[i + 1].kind == TokenKind::Identifier;
      // `local` and `repeat` are keywords unless they are the target of an update.
      const bool isWord = (piece.text == "local" || piece.text == "repeat") &&
                          i + 1 < pieces.size() && pieces[i + 1].kind != TokenKind::LeftBracket &&
                          pieces[i + 1].kind != TokenKind::Equal;
      isBlockStatement =
          isFor || isWord || piece.kind == TokenKind::KwStencil || piece.kind == TokenKind::KwField;
      startsStatement = false;
    }
    // `in` is a name if no operand precedes it: `fn in(i)`, `2 * in(i)`.
    piece.leadsExpression =
        piece.text == "init" || piece.text == "where" ||
        ((piece.text == "in" || piece.text == "at") && before && endsOperand(pieces[*before]));
    if (isOpening(piece.kind))
      open(i);
    else if (isClosing(piece.kind))
      close(i);
    else if (piece.kind == TokenKind::Semicolon)
      startsStatement = true;
    else if (piece.kind == TokenKind::Comma)
      piece.isOffset = !brackets.empty() && brackets.back().isOffset;
    else
      readSign(i);
  }

  void open(std::size_t i) {
    Piece &piece = pieces[i];
    const bool isIndex =
        piece.kind == TokenKind::LeftBracket || (!brackets.empty() && brackets.back().isIndex);
    // A bracket that is not a call contains a sum or, with commas, an offset.
    piece.isOffset = piece.kind == TokenKind::LeftParen && before && !isCall(pieces[*before]) &&
                     pieces[*before].text != "at"; // points follow 'at'
    piece.isBlock = piece.kind == TokenKind::LeftBrace && isBlockStatement;
    startsStatement = piece.isBlock;
    brackets.push_back({i, isIndex, piece.isOffset});
  }

  void close(std::size_t i) {
    if (brackets.empty())
      return;
    Piece &opening = pieces[brackets.back().place], &closing = pieces[i];
    closing.isBlock = opening.isBlock;
    startsStatement = closing.isBlock;
    if (opening.isBlock)
      opening.isOneLine = isOneLine(brackets.back().place, i);
    brackets.pop_back();
  }

  bool isOneLine(std::size_t first, std::size_t last) const {
    for (std::size_t i = first + 1; i <= last; ++i)
      if (pieces[i].newlines || pieces[i].isComment)
        return false;
    return brackets.size() > 1; // not the block of the stencil
  }

  static bool isCall(const Piece &piece) {
    return piece.kind == TokenKind::Identifier && !piece.leadsExpression;
  }

  void readSign(std::size_t i) {
    Piece &piece = pieces[i];
    const bool hasTwo = before && endsOperand(pieces[*before]);
    const bool isIndex = !brackets.empty() && brackets.back().isIndex;
    switch (piece.kind) {
    case TokenKind::Plus:
    case TokenKind::Minus:
    case TokenKind::Not:
      piece.isUnary = !hasTwo;
      piece.isTight = isIndex;
      return;
    case TokenKind::Star:
    case TokenKind::Slash:
      piece.isTight = isIndex || (!piece.hasBlanks && !pieces[i + 1].hasBlanks);
      return;
    case TokenKind::Caret:
      piece.isTight = true;
      return;
    default:
      return;
    }
  }

  std::vector<Piece> &pieces;
  std::vector<Bracket> brackets;
  std::optional<std::size_t> before; // index of the preceding token
  /// True if the braces of the current statement contain statements or items. The formatter then
  /// writes them as an indented block.
  bool isBlockStatement = false;
  bool startsStatement = true;
};

} // namespace

std::vector<Piece> piecesOf(llvm::StringRef text) {
  llvm::SourceMgr none;
  Diagnostics silent(none, llvm::nulls());
  Lexer lexer(text, silent);
  std::vector<Piece> pieces;
  const char *end = text.begin();
  if (text.starts_with("\xef\xbb\xbf")) // byte order mark of UTF-8
    end += 3;
  for (bool isLast = false; !isLast;) {
    const Token token = lexer.next();
    isLast = token.is(TokenKind::EndOfFile);
    Piece piece{token.kind, token.text};
    addGap({end, std::size_t(token.text.begin() - end)}, pieces, piece);
    pieces.push_back(piece);
    end = token.text.end();
  }
  Reader(pieces).run();
  return pieces;
}

} // namespace stencilc::syntax
