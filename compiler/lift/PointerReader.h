/// \file Reads pointer expressions, and expressions that name cells.
#pragma once

#include "lift/ArrayTable.h"

namespace stencilc::lift {

/// Reads pointer expressions of the C file.
class PointerReader {
public:
  PointerReader(SymbolicState &state, Objects &objects, IndexReader &indices, ArrayTable &arrays,
                Executor &executor)
      : state(state), objects(objects), indices(indices), arrays(arrays), executor(executor) {}

  /// Returns the array and the position in it that a C pointer or array expression points to;
  /// `nullopt` if the lifter cannot follow the expression.
  std::optional<PlacedPointer> readPointer(const clang::Expr *expression);

  /// Returns the array cell that the C expression names; `nullopt` if it names none.
  std::optional<ArrayRead> readElement(const clang::Expr *expression);

  /// Returns the binding of a variable of `type`, a structure or a pointer or reference to one,
  /// that is initialised with `value`. Returns `nullopt` for other types and for objects without a
  /// name.
  std::optional<Binding> bindObject(clang::QualType type, const clang::Expr *value);

private:
  std::optional<PlacedPointer> readCast(const clang::CastExpr &cast);
  std::optional<PlacedPointer> pointerCalled(const Name &name, clang::SourceLocation at);
  std::optional<PlacedPointer> readSubscript(const clang::Expr *base, const clang::Expr *index);
  std::optional<PlacedPointer> readAddress(const clang::UnaryOperator &operation);
  std::optional<PlacedPointer> readMoved(const clang::BinaryOperator &operation);
  std::optional<PlacedPointer> readCall(const clang::CallExpr &call);

  SymbolicState &state;
  Objects &objects;
  IndexReader &indices;
  ArrayTable &arrays;
  Executor &executor;
};

} // namespace stencilc::lift
