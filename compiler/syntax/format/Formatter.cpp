/// \file Formats a `.stencil` file: prints its tokens and comments with the standard layout.
#include "syntax/format/Formatter.h"
#include "syntax/format/FormatPieces.h"
#include <algorithm>

namespace stencilc::syntax {

namespace {

constexpr std::size_t kIndent = 4;
constexpr std::size_t kWidth = 100;        // columns; limit for a field on one line
constexpr std::size_t kCommentColumn = 48; // first column of comments at the ends of lines

struct Line {
  std::string code, comment; // code, and the comment at the end of the line
  bool isAfterGap = false;   // an empty line precedes it
};

class Formatter {
public:
  explicit Formatter(llvm::StringRef text) : pieces(piecesOf(text)) {}

  std::string run() {
    for (at = 0; pieces[at].kind != TokenKind::EndOfFile || pieces[at].isComment; ++at)
      pieces[at].isComment ? comment() : token();
    endLine();
    return text();
  }

private:
  struct Bracket {
    bool isOneLine;     // the block stays on one line
    std::size_t indent; // indentation of lines inside
    std::size_t outer;  // indentation of the line with the opening bracket
  };

  const Piece &piece() const { return pieces[at]; }

  // --- comments ---

  void comment() {
    if (piece().newlines == 0 && at > 0) { // at the end of a line
      (isOpen ? line : lines.back()).comment = piece().text.str();
      endLine();
      return;
    }
    const bool isWithin = hasStatement;
    endLine();
    beginLine(isWithin ? continuation() : indentOfStatement());
    line.code += piece().text.str();
    endLine();
  }

  // --- tokens ---

  void token() {
    const bool startsStatement = !hasStatement && piece().kind != TokenKind::Semicolon;
    if (piece().isBlock && piece().kind == TokenKind::RightBrace)
      closeBlock();
    else if (startsStatement)
      beginStatement();
    else if (!isOpen || breaksHere())
      continueLine();
    else if (wantsBlank())
      line.code += ' ';
    line.code += piece().text;
    noteBrackets();
    before = &piece();
    if (piece().kind == TokenKind::Equal && brackets.size() == depthOfStatement && !afterEqual &&
        pieces[at + 1].newlines == 0)
      afterEqual = line.code.size() + 1;
    if (piece().kind == TokenKind::Semicolon || piece().isBlock)
      endStatement();
  }

  bool isWithinOneLine() const { return !brackets.empty() && brackets.back().isOneLine; }

  void beginStatement() {
    if (isWithinOneLine()) {
      line.code += ' ';
    } else {
      endLine();
      beginLine(indentOfStatement());
    }
    hasStatement = true;
    depthOfStatement = brackets.size();
    statementIndent = indentOfStatement();
    afterEqual = 0;
    before = nullptr;
  }

  void endStatement() {
    hasStatement = false;
    if (!isWithinOneLine() && piece().isBlock && piece().kind == TokenKind::LeftBrace)
      endLineUnlessComment();
  }

  void closeBlock() {
    const Bracket closing = brackets.back();
    brackets.pop_back();
    if (closing.isOneLine) {
      if (line.code.back() != '{')
        line.code += ' ';
      return;
    }
    endLine();
    beginLine(closing.outer);
    line.isAfterGap = false;
  }

  /// Returns whether the source has a line break before the current token, at a place where the
  /// formatter keeps line breaks.
  bool breaksHere() const {
    return piece().newlines > 0 && !piece().isBlock && piece().kind != TokenKind::Semicolon &&
           piece().kind != TokenKind::Comma && !isWithinOneLine();
  }

  void continueLine() {
    const bool closes = piece().kind == TokenKind::RightBrace ||
                        piece().kind == TokenKind::RightParen ||
                        piece().kind == TokenKind::RightBracket;
    const std::size_t indent = piece().isBlock ? statementIndent
                               : closes && brackets.size() > depthOfStatement
                                   ? brackets.back().outer
                                   : continuation();
    endLine();
    beginLine(indent);
    line.isAfterGap = false;
  }

  /// Returns the indentation, in columns, of a line that begins within a statement.
  std::size_t continuation() const {
    if (brackets.size() > depthOfStatement)
      return brackets.back().indent;
    return afterEqual ? afterEqual : statementIndent + kIndent;
  }

  void noteBrackets() {
    switch (piece().kind) {
    case TokenKind::LeftBrace:
    case TokenKind::LeftParen:
    case TokenKind::LeftBracket: {
      const std::size_t outer = line.code.find_first_not_of(' ');
      const bool isHanging = pieces[at + 1].newlines > 0 || pieces[at + 1].isComment;
      const std::size_t inner = line.code.size() + (piece().kind == TokenKind::LeftBrace);
      brackets.push_back({piece().isOneLine && fits(),
                          piece().isBlock || isHanging ? outer + kIndent : inner, outer});
      return;
    }
    case TokenKind::RightBrace:
      if (piece().isBlock)
        return;
      [[fallthrough]];
    case TokenKind::RightParen:
    case TokenKind::RightBracket:
      if (!brackets.empty())
        brackets.pop_back();
      return;
    default:
      return;
    }
  }

  /// Returns whether the block that begins at the current brace fits on this line, its closing
  /// brace included.
  bool fits() const {
    std::size_t width = line.code.size();
    for (std::size_t i = at + 1; !(pieces[i].isBlock && pieces[i].kind == TokenKind::RightBrace);
         ++i)
      width += pieces[i].text.size() + hasBlankBefore(pieces[i - 1], pieces[i]);
    return width + 2 <= kWidth;
  }

  bool wantsBlank() const { return before && hasBlankBefore(*before, piece()); }

  /// Returns whether the formatter writes a blank between two tokens of a line.
  static bool hasBlankBefore(const Piece &left, const Piece &right) {
    using enum TokenKind;
    const auto isSign = [](const Piece &piece) {
      return piece.isUnary || piece.isTight || piece.kind == Dot;
    };
    if (right.kind == Semicolon || right.kind == Comma || right.kind == Colon ||
        right.kind == RightParen || right.kind == RightBracket || right.kind == LeftBracket ||
        right.kind == Dot)
      return false;
    if (left.kind == LeftParen || left.kind == LeftBracket || isSign(left))
      return false;
    if (left.kind == Comma)
      return !left.isOffset;
    if (right.isUnary)
      return true;
    if (right.isTight)
      return false;
    if (right.kind == LeftParen)
      return right.isOffset || left.leadsExpression;
    return left.kind != LeftBrace || right.kind != RightBrace;
  }

  // --- lines ---

  std::size_t indentOfStatement() const { return brackets.empty() ? 0 : brackets.back().indent; }

  void beginLine(std::size_t indent) {
    line = {std::string(indent, ' '), "", piece().newlines > 1 && !followsOpening};
    isOpen = true;
  }
  void endLine() {
    if (!isOpen)
      return;
    followsOpening = !line.code.empty() && line.code.back() == '{';
    lines.push_back(std::move(line));
    isOpen = false;
  }
  void endLineUnlessComment() {
    if (!(pieces[at + 1].isComment && pieces[at + 1].newlines == 0))
      endLine();
  }

  /// Returns all formatted lines as text. Aligns comments at the ends of consecutive lines.
  std::string text() const {
    std::string all;
    for (std::size_t first = 0; first < lines.size();) {
      std::size_t last = first, column = kCommentColumn;
      for (; last < lines.size() && !lines[last].comment.empty() &&
             (last == first || !lines[last].isAfterGap);
           ++last)
        column = std::max(column, lines[last].code.size() + 2);
      last = std::max(last, first + 1);
      for (; first < last; ++first) {
        const Line &each = lines[first];
        if (each.isAfterGap && !all.empty())
          all += '\n';
        all += each.code;
        if (!each.comment.empty())
          all += std::string(column - each.code.size(), ' ') + each.comment;
        all += '\n';
      }
    }
    return all;
  }

  std::vector<Piece> pieces;
  std::size_t at = 0;
  std::vector<Line> lines;
  Line line;
  bool isOpen = false;         // `line` is being written
  bool followsOpening = false; // the preceding line ends with an opening brace
  bool hasStatement = false;   // inside of a statement
  std::size_t depthOfStatement = 0, statementIndent = 0, afterEqual = 0;
  const Piece *before = nullptr; // preceding token of this statement
  std::vector<Bracket> brackets;
};

} // namespace

std::string formatted(llvm::StringRef text) { return Formatter(text).run(); }

bool haveSameTokens(llvm::StringRef one, llvm::StringRef other) {
  const std::vector<Piece> a = piecesOf(one), b = piecesOf(other);
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Piece &x, const Piece &y) {
    return x.kind == y.kind && x.isComment == y.isComment && x.text == y.text;
  });
}

} // namespace stencilc::syntax
