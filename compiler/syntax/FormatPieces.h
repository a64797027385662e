/// \file A file as its formatter sees it: tokens and comments, and the lines between them.
#pragma once

#include "syntax/Lexer.h"
#include <vector>

namespace stencilc::syntax {

/// A token or a comment.
struct Piece {
  TokenKind kind;
  llvm::StringRef text; // of a comment from `//` to the end of its line, without blanks there
  bool isComment = false;
  int newlines = 0;             // between it and what stands before it
  bool hasBlanks = false;       // likewise: blanks or newlines
  bool isBlock = false;         // a brace of a stencil or a field, not of a list
  bool isOneLine = false;       // an opening one, the other of which stands on its line
  bool isUnary = false;         // a sign of one operand
  bool leadsExpression = false; // a word inside a statement that an expression follows
  bool isTight = false;         // a sign of two that takes no blanks
  bool isOffset = false;        // an opening bracket or comma of an offset: (1,0,-1)
};

/// All of a text that parses.
std::vector<Piece> piecesOf(llvm::StringRef text);

} // namespace stencilc::syntax
