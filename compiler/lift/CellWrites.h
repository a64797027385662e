/// \file Collects the values that the body of a loop nest in C assigns to array cells.
#pragma once

#include "lift/SymbolicState.h"

namespace stencilc::lift {

/// The assignments to cells in the current loop body.
class CellWrites {
public:
  explicit CellWrites(SymbolicState &state) : state(state) {}

  /// Records that the C program assigns `value` to `cell`. Outside of all loops over cells the
  /// assignment becomes a loop nest of its own.
  void write(const ArrayRead &cell, Value value, clang::SourceLocation at);

  /// Returns the value that the current loop body has already assigned to `cell`; null if it has
  /// assigned none.
  Value assigned(const ArrayRead &cell, clang::SourceLocation at);

  /// Converts `value` to `type`. Inside loops, a rounding from f64 to f32 is done by storing the
  /// value in an additional f32 field, because the stencil language rounds only when it stores.
  /// Reports a rounding that is not possible.
  Value rounded(Value value, Type type, clang::SourceLocation at);

  /// Returns the assignments to cells in the current loop body so far. At an `if`, `takeBack`
  /// restores them before the other branch is read.
  const std::vector<Write> &soFar() const { return pending; }
  void takeBack(const std::vector<Write> &before);

  /// Merges the assignments to cells in both branches of an `if`, by selects on `condition`. The
  /// false branch has just been read, `whenTrue` are the assignments of the true branch, and
  /// `before` those in front of the `if`.
  void join(const Value &condition, const std::vector<Write> &before,
            const std::vector<Write> &whenTrue);

  /// Ends a loop nest: appends its assignments to cells to the lifted step. Writes to additional
  /// f32 fields, which round values, come first.
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
