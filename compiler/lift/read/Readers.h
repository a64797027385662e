/// \file All readers (classes that translate one kind of C code each). Each reader uses only
/// readers that are declared before it, and the interface `Executor`.
#pragma once

#include "lift/read/StatementReader.h"

namespace stencilc::lift {

/// All readers of C code for one C function that is translated. Each of them translates one kind of
/// C code, such as expressions, loops or calls.
struct Readers final : Executor {
  explicit Readers(SymbolicState &state)
      : constants(state.context), objects(state), indices(state, constants, objects, *this),
        arrays(state, constants, indices), pointers(state, objects, indices, arrays, *this),
        writes(state), values(state, constants, indices, arrays, pointers, writes, *this),
        assignments(state, objects, indices, arrays, pointers, writes, values),
        calls(state, objects, indices, pointers, writes, values, *this),
        loops(state, indices, arrays, writes, *this),
        choices(state, indices, writes, values, *this),
        statements(state, assignments, calls, loops, choices) {}

  void readStatement(const clang::Stmt *statement) final { statements.read(statement); }

  bool enterCall(const clang::CallExpr &call,
                 llvm::function_ref<void(const clang::Expr &returned)> use) final {
    return calls.enter(call, use);
  }

  FileConstants constants;
  Objects objects;
  IndexReader indices;
  ArrayTable arrays;
  PointerReader pointers;
  CellWrites writes;
  ValueReader values;
  AssignmentReader assignments;
  CallReader calls;
  LoopReader loops;
  ChoiceReader choices;
  StatementReader statements;
};

} // namespace stencilc::lift
