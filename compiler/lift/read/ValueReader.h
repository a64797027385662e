/// \file Reads floating-point expressions of the C file as symbolic values: literals, operators,
/// conditions and calls.
#pragma once

#include "lift/memory/FileConstants.h"
#include "lift/read/CellWrites.h"
#include "lift/read/PointerReader.h"

namespace stencilc::lift {

/// Reader of floating-point expressions of the C file. It returns symbolic values.
class ValueReader {
public:
  ValueReader(SymbolicState &state, FileConstants &constants, IndexReader &indices,
              ArrayTable &arrays, PointerReader &pointers, CellWrites &writes, Executor &executor)
      : state(state), constants(constants), indices(indices), arrays(arrays), pointers(pointers),
        writes(writes), executor(executor) {}

  /// Returns the symbolic value of a floating-point expression or a condition. Reports an
  /// expression that cannot be lifted.
  Value readReal(const clang::Expr *expression);

  /// Returns the symbolic value of a C variable. If the value is an operation, such as a sum, it
  /// first becomes a local variable of the step, so that it is computed once. `at` is the location
  /// for messages.
  Value readVariable(const clang::ValueDecl &variable, clang::SourceLocation at);

  /// Returns the symbolic value of `cell` at this point of the C program: the value that the loop
  /// body has assigned, an entry of a constant table, or a read.
  Value readCell(const ArrayRead &cell, clang::SourceLocation at);

  /// Returns the parameter of the program whose value is that of the C variable `variable`. Adds
  /// the parameter at its first use.
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
