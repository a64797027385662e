/// \file Collects the values that the body of a loop nest in C assigns to array cells.
#pragma once

#include "lift/read/SymbolicState.h"

namespace stencilc::lift {

/// The assignments to array cells in the current loop body of the C program.
class CellWrites {
public:
  explicit CellWrites(SymbolicState &state) : state(state) {}

  /// Records that the C program assigns `value` to `cell`. Outside of all loops over cells, the
  /// assignment becomes a loop nest of its own.
  void write(const ArrayRead &cell, Value value, clang::SourceLocation at);

  /// Returns the value that the current loop body has assigned to `cell` before this point. Returns
  /// null if it has assigned none.
  Value assigned(const ArrayRead &cell, clang::SourceLocation at);

  /// Returns `value` converted to `type`. The stencil language rounds only when it stores. Inside
  /// loops, a rounding from f64 to f32 therefore stores the value in an additional f32 field.
  /// Reports a rounding that is not possible.
  Value rounded(Value value, Type type, clang::SourceLocation at);

  /// Returns the assignments to cells in the current loop body so far. takeBack() restores an
  /// earlier list, before the second branch of an `if` is read.
  const std::vector<Write> &soFar() const { return pending; }
  void takeBack(const std::vector<Write> &before);

  /// Merges the assignments to cells of the two branches of an `if`: each value becomes a select
  /// (`condition ? a : b`). `before` has the assignments before the `if`, `whenTrue` those after
  /// its true branch. Before the call, this object holds the assignments after the false branch.
  /// After the call, it holds the merged ones.
  void join(const Value &condition, const std::vector<Write> &before,
            const std::vector<Write> &whenTrue);

  /// Ends a C loop nest: appends its assignments to cells to the time step. The first of these are
  /// the assignments to f32 fields that the lifter adds to round f64 values.
  void finish();

private:
  Value named(const ArrayRead &cell, Value value, clang::SourceLocation at);
  Value roundedByStoring(Value value, clang::SourceLocation at);
  Value valueBefore(const Write &write, const std::vector<Write> &before) const;

  SymbolicState &state;
  std::vector<Write> pending, roundings;
  /// Flags for the elements of `pending`, the assignments of the loop body: true if the body has
  /// read another cell of the array after the assignment.
  std::vector<bool> isReadElsewhere;
};

} // namespace stencilc::lift
