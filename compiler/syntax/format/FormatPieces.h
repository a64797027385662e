/// \file Splits a file into the pieces that the formatter arranges: tokens and comments.
#pragma once

#include "syntax/Lexer.h"
#include <vector>

namespace stencilc::syntax {

/// A token or a comment, with the properties that decide its layout in formatted text.
struct Piece {
  TokenKind kind;
  /// Source text. A comment includes its `//`, without blanks at its end.
  llvm::StringRef text;
  bool isComment = false;
  int newlines = 0;       // line ends between the preceding piece and this one
  bool hasBlanks = false; // blanks or line ends come before it
  bool isBlock = false;   // a brace of a block, not of a list
  bool isOneLine = false; // an opening brace whose closing brace is on the same line
  bool isUnary = false;   // a unary operator
  /// True for a word such as `init` or `where`, which an expression follows within the statement.
  bool leadsExpression = false;
  bool isTight = false;  // a binary operator without blanks around it
  bool isOffset = false; // a bracket or comma of an offset: (1,0,-1)
};

/// Splits `text` into tokens and comments for the formatter. Precondition: `text` parses without
/// errors.
std::vector<Piece> piecesOf(llvm::StringRef text);

} // namespace stencilc::syntax
