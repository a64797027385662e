/// \file Loops over cells, which make nests, and loops over neighbours, which are written out.
#pragma once

#include "lift/ArrayTable.h"
#include "lift/CellWrites.h"

namespace stencilc::lift {

class LoopReader {
public:
  LoopReader(SymbolicState &state, IndexReader &indices, ArrayTable &arrays, CellWrites &writes,
             Executor &executor)
      : state(state), indices(indices), arrays(arrays), writes(writes), executor(executor) {}

  void read(const clang::ForStmt &loop);

  /// The bounds of a loop and its variable; reports one that does not count up by one from one sum
  /// of sizes and numbers to another.
  std::optional<Loop> readBounds(const clang::ForStmt &loop, const clang::VarDecl *&variable);

  /// What the variable of a loop begins with, if that can be followed.
  std::optional<Polynomial> readStart(const clang::ForStmt &loop, const clang::VarDecl *&variable);

  /// Whether the variable of a loop is made larger by one at each turn.
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
  VariableSet nestNames; // that choose the cells of the nest that is read
  struct Collected {
    Value value;
    std::vector<Loop> loops;
  };
  /// What variables hold after the deepest loops of the nest that change them. Without loops where
  /// loops around those change them as well.
  std::map<const clang::ValueDecl *, Collected> collected;
};

} // namespace stencilc::lift
