/// \file What the body of a nest has assigned to cells so far.
#pragma once

#include "lift/SymbolicState.h"

namespace stencilc::lift {

class CellWrites {
public:
  explicit CellWrites(SymbolicState &state) : state(state) {}

  /// Assigns to a cell; outside loops it is a nest of its own.
  void write(const ArrayRead &cell, Value value, clang::SourceLocation at);

  /// What a read of the cell finds: the value that the body has assigned, or null.
  Value assigned(const ArrayRead &cell, clang::SourceLocation at);

  /// `value` in `type`: an f64 value that becomes f32 inside loops is stored in a field on the way.
  Value rounded(Value value, Type type, clang::SourceLocation at);

  /// What is assigned when a choice begins; `takeBack` goes back to that for the other branch.
  const std::vector<Write> &soFar() const { return pending; }
  void takeBack(const std::vector<Write> &before);

  /// Makes the writes of the branch that was read last those of both: `before` are those in front
  /// of the choice, `whenTrue` those of the other branch.
  void join(const Value &condition, const std::vector<Write> &before,
            const std::vector<Write> &whenTrue);

  /// The writes become part of the step: the nest ends.
  void finish();

private:
  Value named(const ArrayRead &cell, Value value, clang::SourceLocation at);
  Value roundedByStoring(Value value, clang::SourceLocation at);
  Value valueBefore(const Write &write, const std::vector<Write> &before) const;

  SymbolicState &state;
  std::vector<Write> pending, roundings;
  std::vector<bool> isReadElsewhere; // each of `pending`, by reads of other cells
};

} // namespace stencilc::lift
