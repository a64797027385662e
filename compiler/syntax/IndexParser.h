/// \file Parses index lists, numbers of cells, and index ranges.
#pragma once

#include "syntax/TokenReader.h"

namespace stencilc::syntax {

/// Parser of index lists (`u[x-1, t+1]`, `f[i]`). It also owns the syntax tree under construction.
class IndexParser : protected TokenReader {
protected:
  using TokenReader::TokenReader;
  ~IndexParser() = default;

  /// Parses an expression whose operators have at least this precedence. Implemented by
  /// ExpressionParser.
  virtual ast::ExprId parseBinary(int lowestPrecedence) = 0;

  /// Parses an index list. Without `mayHaveMembers` every entry must be a shift.
  std::optional<ast::Access> parseAccess(const Token &base, bool mayHaveMembers = true);
  std::optional<ast::Shift> parseShift();
  std::optional<ast::Cells> parseCells(llvm::StringRef what);
  void explainBeforeNumbers(llvm::StringRef example);
  bool explainSeparator();
  bool atIndexRange();
  std::optional<ast::IndexRange> parseIndexRange();
  ast::ExprId addExpr(llvm::SMRange range, ast::ExprNode node,
                      llvm::ArrayRef<ast::ExprId> children = {});
  /// Registers the expressions that `stencil` already holds. New expressions must not use them as
  /// operands.
  void knowNodes() { exprHeights.resize(stencil.exprs.size()); }
  /// Reports `name.member` with advice. After a prefix such as `np.` it stores the member in `name`
  /// and returns true, so that parsing continues with the member. Returns false otherwise.
  bool explainMember(Token &name);
  bool isField(llvm::StringRef name) const;
  bool isAxis(llvm::StringRef name) const;

  ast::Stencil stencil;
  std::string iteration; // name of the iteration of the enclosing 'repeat'

private:
  /// Returns whether the current entry of the index list of `base` is a member or an entry of a
  /// table, rather than a shift.
  bool atMember(llvm::StringRef base);
  bool parseShiftAmount(ast::Shift &shift);
  bool explainShift(const Token &axis);
  void explainPosition();

  std::vector<unsigned> exprHeights; // height of each expression, by ExprId::index
};

} // namespace stencilc::syntax
