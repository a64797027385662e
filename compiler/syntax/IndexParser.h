/// \file Parses what stands in brackets behind a name, numbers of cells, and ranges of an index.
#pragma once

#include "syntax/TokenReader.h"

namespace stencilc::syntax {

/// Index lists (`u[x-1, t+1]`, `f[i]`), and the nodes of expressions in which they are.
class IndexParser : protected TokenReader {
protected:
  using TokenReader::TokenReader;
  ~IndexParser() = default;

  /// An expression of operators that bind at least so tightly (ExpressionParser).
  virtual ast::ExprId parseBinary(int lowestPrecedence) = 0;

  /// An index list; where there are no members, each entry is a shift.
  std::optional<ast::Access> parseAccess(const Token &base, bool mayHaveMembers = true);
  std::optional<ast::Shift> parseShift();
  std::optional<ast::Cells> parseCells(llvm::StringRef what);
  void explainBeforeNumbers(llvm::StringRef example);
  bool explainSeparator();
  bool atIndexRange();
  std::optional<ast::IndexRange> parseIndexRange();
  ast::ExprId addExpr(llvm::SMRange range, ast::ExprNode node,
                      llvm::ArrayRef<ast::ExprId> children = {});
  /// Takes the nodes that `stencil` holds for trees that nothing is added to.
  void knowNodes() { exprHeights.resize(stencil.exprs.size()); }
  /// Reports `name.member`, with what to write instead. Returns true, and `name` as the word behind
  /// the point, where only a prefix such as `np.` is to be left out.
  bool explainMember(Token &name);
  bool isField(llvm::StringRef name) const;
  bool isAxis(llvm::StringRef name) const;

  ast::Stencil stencil;
  std::string iteration; // what the 'repeat' around calls it

private:
  /// Whether an entry of the index list of `base` is a member or a table's entry rather than a
  /// shift.
  bool atMember(llvm::StringRef base);
  bool parseShiftAmount(ast::Shift &shift);
  bool explainShift(const Token &axis);
  void explainPosition();

  std::vector<unsigned> exprHeights; // parallel to the pool
};

} // namespace stencilc::syntax
