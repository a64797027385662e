/// \file Parses index lists, numbers of cells, and index ranges.
#pragma once

#include "syntax/TokenReader.h"

namespace stencilc::syntax {

/// Parser of index lists such as `u[x-1, t+1]` and `f[i]`. It also owns the syntax tree under
/// construction.
class IndexParser : protected TokenReader {
protected:
  using TokenReader::TokenReader;
  ~IndexParser() = default;

  /// Parses a binary expression of operators whose precedence is at least `lowestPrecedence`.
  /// Implemented by ExpressionParser.
  virtual ast::ExprId parseBinary(int lowestPrecedence) = 0;

  /// Parses the index list after the name `base`. If `mayHaveMembers` is false, every entry must be
  /// an axis or `t` with an offset. Returns nullopt after it has reported an error.
  std::optional<ast::Access> parseAccess(const Token &base, bool mayHaveMembers = true);
  std::optional<ast::Shift> parseShift();
  std::optional<ast::Cells> parseCells(llvm::StringRef what);
  void explainBeforeNumbers(llvm::StringRef example);
  bool explainSeparator();
  bool atIndexRange();
  std::optional<ast::IndexRange> parseIndexRange();
  ast::ExprId addExpr(llvm::SMRange range, ast::ExprNode node,
                      llvm::ArrayRef<ast::ExprId> children = {});
  /// Prepares the parser to add expressions to a `stencil` that already holds some. New expressions
  /// must not use the existing ones as operands.
  void knowNodes() { exprHeights.resize(stencil.exprs.size()); }
  /// Reports `name.member`, which is syntax of another language, with advice. If `name` is a prefix
  /// such as `np`, stores the member in `name` and returns true, so that parsing continues with the
  /// member. Returns false otherwise.
  bool explainMember(Token &name);
  bool isField(llvm::StringRef name) const;
  bool isAxis(llvm::StringRef name) const;

  ast::Stencil stencil;
  std::string iteration; // name of the iteration of the enclosing 'repeat'

private:
  /// Returns whether the current entry of the index list of `base` is the number of a group member
  /// or table entry, rather than an axis or `t` with an offset.
  bool atMember(llvm::StringRef base);
  bool parseShiftAmount(ast::Shift &shift);
  bool explainShift(const Token &axis);
  void explainPosition();

  std::vector<unsigned> exprHeights; // height of each expression, by ExprId::index
};

} // namespace stencilc::syntax
