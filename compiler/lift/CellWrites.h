/// \file Collects the values that the body of a loop nest assigns to cells.
#pragma once

#include "lift/SymbolicState.h"

namespace stencilc::lift {

class CellWrites {
public:
  explicit CellWrites(SymbolicState &state) : state(state) {}

  /// Records that `value` is assigned to `cell`. Outside of all loops the assignment becomes a loop
  /// nest of its own.
  void write(const ArrayRead &cell, Value value, clang::SourceLocation at);

  /// Returns the value that the loop body has assigned to `cell`; null if it has assigned none.
  Value assigned(const ArrayRead &cell, clang::SourceLocation at);

  /// Converts `value` to `type`. An f64 value that is rounded to f32 inside loops is stored in an
  /// added f32 field, because the language rounds only when it stores. Reports a rounding that is
  /// not possible.
  Value rounded(Value value, Type type, clang::SourceLocation at);

  /// Returns the writes of the loop body so far. Used at an `if`: `takeBack` restores these writes
  /// before the other branch is read.
  const std::vector<Write> &soFar() const { return pending; }
  void takeBack(const std::vector<Write> &before);

  /// Merges the writes of both branches of an `if`, with a select on `condition`. The current
  /// writes are those of the false branch, `whenTrue` those of the true one, and `before` those in
  /// front of the `if`.
  void join(const Value &condition, const std::vector<Write> &before,
            const std::vector<Write> &whenTrue);

  /// Ends a loop nest: appends its writes to the step. Added writes that round values to f32 come
  /// first.
  void finish();

private:
  Value named(const ArrayRead &cell, Value value, clang::SourceLocation at);
  Value roundedByStoring(Value value, clang::SourceLocation at);
  Value valueBefore(const Write &write, const std::vector<Write> &before) const;

  SymbolicState &state;
  std::vector<Write> pending, roundings;
  /// For each of `pending`: another cell of the array was read after the write.
  std::vector<bool> isReadElsewhere;
};

} // namespace stencilc::lift
