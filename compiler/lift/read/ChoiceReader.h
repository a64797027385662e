/// \file Reads `if` and `else`: executes both branches symbolically, and selects between their
/// results.
#pragma once

#include "lift/read/ValueReader.h"

namespace stencilc::lift {

/// Reader of C `if` statements: it executes both branches symbolically and selects between their
/// results.
class ChoiceReader {
public:
  ChoiceReader(SymbolicState &state, IndexReader &indices, CellWrites &writes, ValueReader &values,
               Executor &executor)
      : state(state), indices(indices), writes(writes), values(values), executor(executor) {}

  void read(const clang::IfStmt &statement);

  /// Executes both branches of `statement` symbolically: `readTrue`, then `readFalse` from the same
  /// state. A variable or cell whose value then differs gets a select (`condition ? a : b`).
  void readBranches(const clang::IfStmt &statement, llvm::function_ref<void()> readTrue,
                    llvm::function_ref<void()> readFalse);

private:
  void readBranches(const clang::IfStmt &statement);
  bool choosesNumbers(const clang::IfStmt &statement) const;
  void joinNames(const clang::IfStmt &statement, const Value &condition, const Bindings &before,
                 const Bindings &whenTrue);
  Binding joined(const clang::IfStmt &statement, const Value &condition, const Binding &yes,
                 const Binding &no);

  SymbolicState &state;
  IndexReader &indices;
  CellWrites &writes;
  ValueReader &values;
  Executor &executor;
};

} // namespace stencilc::lift
