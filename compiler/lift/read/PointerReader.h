/// \file Reads C pointer expressions, and expressions that name array cells.
#pragma once

#include "lift/memory/ArrayTable.h"

namespace stencilc::lift {

/// Reader of C pointer expressions. It returns the array and the position in it.
class PointerReader {
public:
  PointerReader(SymbolicState &state, Objects &objects, IndexReader &indices, ArrayTable &arrays,
                Executor &executor)
      : state(state), objects(objects), indices(indices), arrays(arrays), executor(executor) {}

  /// Returns the array to which a C pointer or array expression points, and the position in the
  /// array. Returns `nullopt` if the lifter cannot follow the expression.
  std::optional<PlacedPointer> readPointer(const clang::Expr *expression);

  /// Returns the array cell that the C expression names. Returns `nullopt` if it names none.
  std::optional<ArrayRead> readElement(const clang::Expr *expression);

  /// Returns the symbolic value of a variable of `type` that is initialised with `value`. The type
  /// must be a structure, or a pointer or reference to one. Returns `nullopt` for other types and
  /// for objects without a name.
  std::optional<Binding> bindObject(clang::QualType type, const clang::Expr *value);

private:
  std::optional<PlacedPointer> readCast(const clang::CastExpr &cast);
  bool mayBeCast(const clang::CastExpr &cast, const Array &array, clang::QualType element);
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
