/// \file Calls: of functions that exchange arrays, that the file shows, and that are left out.
#pragma once

#include "lift/ValueReader.h"

namespace stencilc::lift {

class CallReader {
public:
  CallReader(SymbolicState &state, Objects &objects, IndexReader &indices, PointerReader &pointers,
             CellWrites &writes, ValueReader &values, Executor &executor)
      : state(state), objects(objects), indices(indices), pointers(pointers), writes(writes),
        values(values), executor(executor) {}

  /// Carries out a call that is a statement.
  void read(const clang::CallExpr &call);

  /// Carries out a call that is an expression (Executor.h).
  bool enter(const clang::CallExpr &call,
             llvm::function_ref<void(const clang::Expr &returned)> use);

private:
  /// A function that the file shows, and what it is given.
  struct Entry {
    const clang::FunctionDecl *function;
    const clang::Expr *object; // of a method, if it is one
    llvm::ArrayRef<const clang::Expr *> arguments;
  };

  std::optional<Entry> entryOf(const clang::CallExpr &call);
  Frame carryOut(const Entry &entry);
  void leave(const Entry &entry, Bindings outer);
  Binding bindArgument(const clang::ParmVarDecl &parameter, const clang::Expr &argument);
  void readSwap(const clang::Expr *a, const clang::Expr *b);
  void leaveOutCall(const clang::CallExpr &call, const std::string &name);
  bool changesNothing(const clang::CallExpr &call);
  bool isNamedTwice(const clang::ParmVarDecl &parameter, const clang::Expr &argument,
                    const clang::FunctionDecl &function) const;

  SymbolicState &state;
  Objects &objects;
  IndexReader &indices;
  PointerReader &pointers;
  CellWrites &writes;
  ValueReader &values;
  Executor &executor;
};

} // namespace stencilc::lift
