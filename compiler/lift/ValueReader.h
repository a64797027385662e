/// \file Values of cells: literals with their types, operators in C's order, calls.
#pragma once

#include "lift/CellWrites.h"
#include "lift/FileConstants.h"
#include "lift/PointerReader.h"

namespace stencilc::lift {

class ValueReader {
public:
  ValueReader(SymbolicState &state, FileConstants &constants, IndexReader &indices,
              ArrayTable &arrays, PointerReader &pointers, CellWrites &writes, Executor &executor)
      : state(state), constants(constants), indices(indices), arrays(arrays), pointers(pointers),
        writes(writes), executor(executor) {}

  /// The value of an expression that is a number or a condition; reports one that cannot be lifted.
  Value readReal(const clang::Expr *expression);

  /// What a variable holds, as a local of the step where it is an operation.
  Value readVariable(const clang::ValueDecl &variable, clang::SourceLocation at);

  /// What a cell holds where it is read.
  Value readCell(const ArrayRead &cell, clang::SourceLocation at);

  /// The parameter of the step that a number in front of it is.
  Value parameterOf(const clang::ValueDecl &variable, clang::SourceLocation at);

private:
  Value wraps(const clang::Expr &expression);
  std::optional<Value> readPosition(const clang::Expr *expression);
  std::optional<Value> readSign(const clang::UnaryOperator &operation);
  std::optional<Value> readScalar(const clang::Expr *expression);
  Value readOperator(const clang::BinaryOperator &operation);
  Value readChoice(const clang::AbstractConditionalOperator &choice);
  Value readCast(const clang::CastExpr &cast);
  Value readCall(const clang::CallExpr &call);
  Value readLibraryCall(const clang::CallExpr &call, llvm::StringRef name);
  Value readUnbound(const clang::ValueDecl &variable, clang::SourceLocation at);
  std::optional<Value> readEntry(const ArrayRead &cell);
  Value refuse(clang::SourceLocation at, const diag::Kind<std::string> &kind,
               const std::string &what, llvm::StringRef hint);

  SymbolicState &state;
  FileConstants &constants;
  IndexReader &indices;
  ArrayTable &arrays;
  PointerReader &pointers;
  CellWrites &writes;
  Executor &executor;
};

} // namespace stencilc::lift
