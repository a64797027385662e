/// \file Turns the loops of a C function into one time step, by symbolic execution over Clang's
/// tree.
#pragma once

#include "lift/Readers.h"

namespace stencilc::lift {

class Reader {
public:
  Reader(clang::ASTContext &context, const Sources &sources, TrustedFunctions trusted,
         Diagnostics &diags)
      : state(context, sources, std::move(trusted), diags), readers(state) {}

  /// Reads the first loop over time of `function`, or its whole body as one step. May be called
  /// once for each reader. Reports a diagnostic and returns `nullopt` if the code cannot be lifted.
  std::optional<Step> read(const clang::FunctionDecl &function);

  /// Returns the C declarations of the arrays, sizes and parameters of the step. Call it after
  /// `read`.
  Origins origins() const;

  /// Returns the first removed call that does more than compute a value, for example one that
  /// prints; null if there is none. Call it after `read`.
  const Effects::Deed *silenced() const {
    return state.silenced.empty() ? nullptr : &state.silenced.front();
  }

private:
  void readBody(const clang::Stmt *body);
  void takeCallerValues(const clang::FunctionDecl &function);

  SymbolicState state;
  Readers readers;
};

} // namespace stencilc::lift
