/// \file The arrays that pointers lead to, and the cells that expressions name.
#pragma once

#include "lift/ArrayTable.h"

namespace stencilc::lift {

class PointerReader {
public:
  PointerReader(SymbolicState &state, Objects &objects, IndexReader &indices, ArrayTable &arrays,
                Executor &executor)
      : state(state), objects(objects), indices(indices), arrays(arrays), executor(executor) {}

  /// Where an expression that is a pointer or an array leads; nothing if it cannot be followed.
  std::optional<PlacedPointer> readPointer(const clang::Expr *expression);

  /// The cell that an expression names; nothing if it is none.
  std::optional<ArrayRead> readElement(const clang::Expr *expression);

  /// What a variable of `type`, a structure or a reference or a pointer to one, stands for where
  /// `value` is given to it.
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
