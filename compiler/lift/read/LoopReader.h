/// \file Reads C `for` loops. Loops over cells become loop nests of the step. Loops over neighbours
/// are unrolled.
#pragma once

#include "lift/memory/ArrayTable.h"
#include "lift/read/CellWrites.h"

namespace stencilc::lift {

/// Reader of C `for` loops inside a time step.
class LoopReader {
public:
  LoopReader(SymbolicState &state, IndexReader &indices, ArrayTable &arrays, CellWrites &writes,
             Executor &executor)
      : state(state), indices(indices), arrays(arrays), writes(writes), executor(executor) {}

  void read(const clang::ForStmt &loop);

  /// Returns the bounds of a `for` loop, and sets `variable` to its loop variable. The loop must
  /// count up by one. Its bounds must be polynomials of sizes (integer variables), such as `n - 1`
  /// or `n * m`. Otherwise reports a diagnostic and returns `nullopt`.
  std::optional<Loop> readBounds(const clang::ForStmt &loop, const clang::VarDecl *&variable);

  /// Returns the initial value of the variable of a `for` loop, and sets `variable` to that
  /// variable. Returns `nullopt` if the value is unknown.
  std::optional<Polynomial> readStart(const clang::ForStmt &loop, const clang::VarDecl *&variable);

  /// Returns true if each iteration of `loop` increments its variable by one.
  bool countsByOne(const clang::ForStmt &loop);

private:
  bool isWrittenOut(const clang::ForStmt &loop, const clang::VarDecl &variable,
                    const Loop &bounds) const;
  void writeOut(const clang::ForStmt &loop, const clang::VarDecl &variable, const Loop &bounds);
  bool canBeNest(const clang::ForStmt &loop, const clang::VarDecl &variable, const Loop &bounds);
  void readNest(const clang::ForStmt &loop, const clang::VarDecl &variable, const Loop &bounds);
  std::optional<Polynomial> readEnd(const clang::ForStmt &loop, const clang::VarDecl &variable);
  void carry(const VariableSet &changed, clang::SourceLocation at);
  void forgetTurns(const VariableSet &changed, clang::SourceLocation at);
  void noteCollected(const VariableSet &changed);
  void endNest(const Bindings &before, const VariableSet &changed, clang::SourceLocation at);
  bool isSteady(const clang::ForStmt &loop, const clang::VarDecl &variable);

  SymbolicState &state;
  IndexReader &indices;
  ArrayTable &arrays;
  CellWrites &writes;
  Executor &executor;
  VariableSet nestNames; // variables that determine the written cells of the current nest
  struct Collected {
    Value value;
    std::vector<Loop> loops;
  };
  /// Variables that the current loop nest changes. `value` is the value of the variable at the end
  /// of the first innermost loop that changes it. `loops` has the nested loops, from the outermost
  /// loop to this one. It is empty if another loop of the nest also changes the variable.
  std::map<const clang::ValueDecl *, Collected> collected;
};

} // namespace stencilc::lift
