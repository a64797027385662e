/// \file Reads declarations and assignments of the C file, which give variables and cells their
/// values.
#pragma once

#include "lift/read/ValueReader.h"

namespace stencilc::lift {

/// Reader of declarations and assignments of the C file. It executes them symbolically.
class AssignmentReader {
public:
  AssignmentReader(SymbolicState &state, Objects &objects, IndexReader &indices, ArrayTable &arrays,
                   PointerReader &pointers, CellWrites &writes, ValueReader &values)
      : state(state), objects(objects), indices(indices), arrays(arrays), pointers(pointers),
        writes(writes), values(values) {}

  void declare(const clang::VarDecl &variable);
  void assign(const clang::BinaryOperator &assignment);

  /// Stores the number of elements that `value` allocates for the pointer or vector `variable`.
  /// Stores nothing if the number is not known.
  void allocate(const clang::ValueDecl &variable, const clang::Expr &value);

  /// Applies `++i`, `i++`, `--i` or `i--` to an integer variable whose value is known. Returns
  /// false for any other operation.
  bool count(const clang::UnaryOperator &operation);

private:
  void declareCellArray(const clang::VarDecl &variable);
  Binding wholeBinding(const clang::VarDecl &variable, const clang::Expr &value);
  void declareObject(const clang::VarDecl &variable, const clang::Expr &value);
  bool isOwnMemory(const clang::VarDecl &variable, const clang::Expr &value) const;
  void bindPointer(const clang::VarDecl &variable, const clang::Expr &value);
  void assignPointer(const clang::BinaryOperator &assignment);
  void assignWhole(const clang::BinaryOperator &assignment, const clang::ValueDecl &variable);
  void assignNumber(const clang::BinaryOperator &assignment);
  void assignReal(const clang::ValueDecl &variable, Value value, bool isNamed,
                  clang::SourceLocation at);
  Value oldValue(const clang::ValueDecl &variable, clang::SourceLocation at);

  SymbolicState &state;
  Objects &objects;
  IndexReader &indices;
  ArrayTable &arrays;
  PointerReader &pointers;
  CellWrites &writes;
  ValueReader &values;
};

} // namespace stencilc::lift
