/// \file Parses index lists, numbers of cells, and index ranges.
#pragma once

#include "syntax/parse/TokenReader.h"

namespace stencilc::syntax {

/// Parser of index lists such as `u[x-1, t+1]` and `f[i]`. It also holds the syntax tree while the
/// file is parsed.
class IndexParser : protected TokenReader {
protected:
  using TokenReader::TokenReader;
  ~IndexParser() = default;

  /// Parses a binary expression whose operators have at least the precedence `lowestPrecedence`.
  /// Returns an invalid id after it has reported an error.
  virtual ast::ExprId parseBinary(int lowestPrecedence) = 0;

  /// Parses the index list after the name `base`. If `mayHaveMembers` is false, each entry must be
  /// an axis or `t` with an optional offset, not the number of a member. Returns nullopt after it
  /// has reported an error.
  std::optional<ast::Access> parseAccess(const Token &base, bool mayHaveMembers = true);
  std::optional<ast::Shift> parseShift();
  std::optional<ast::Cells> parseCells(llvm::StringRef what);
  void explainBeforeNumbers(llvm::StringRef example);
  bool explainSeparator();
  bool atIndexRange();
  std::optional<ast::IndexRange> parseIndexRange();
  ast::ExprId addExpr(llvm::SMRange range, ast::ExprNode node,
                      llvm::ArrayRef<ast::ExprId> children = {});
  /// Makes the parser continue a `stencil` that already has expressions. Their heights (depths of
  /// their syntax trees) count as 0, so new expressions must not use them as operands.
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
  /// Returns whether the current item in the index list of `base` is a number: of a member of a
  /// group of fields, or of an entry of a table. Otherwise it is an axis, `t`, `step` or an
  /// iteration, with an optional offset.
  bool atMember(llvm::StringRef base);
  bool parseShiftAmount(ast::Shift &shift);
  bool explainShift(const Token &axis);
  void explainPosition();

  std::vector<unsigned> exprHeights; // height of each expression, by ExprId::index
};

} // namespace stencilc::syntax
