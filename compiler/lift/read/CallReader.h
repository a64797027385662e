/// \file Reads C calls: swaps of arrays, functions whose body is in the file, and calls that have
/// no counterpart in the .stencil program.
#pragma once

#include "lift/read/ValueReader.h"

namespace stencilc::lift {

/// Reader of C calls. A call is executed symbolically, or left out of the .stencil program.
class CallReader {
public:
  CallReader(SymbolicState &state, Objects &objects, IndexReader &indices, PointerReader &pointers,
             CellWrites &writes, ValueReader &values, Executor &executor)
      : state(state), objects(objects), indices(indices), pointers(pointers), writes(writes),
        values(values), executor(executor) {}

  /// Executes symbolically a C call that is a statement. If the body of the function is not in the
  /// file, leaves the call out of the .stencil program. Reports a call that may change data of the
  /// loops.
  void read(const clang::CallExpr &call);

  /// Executes symbolically a C call inside an expression, then calls `use` with the expression that
  /// the function returns. Returns false if the body is not in the file or cannot be followed.
  bool enter(const clang::CallExpr &call,
             llvm::function_ref<void(const clang::Expr &returned)> use);

private:
  /// A call of a function whose body is in the C file, with its arguments.
  struct Entry {
    const clang::FunctionDecl *function;
    const clang::Expr *object; // the object of a method call; else null
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
