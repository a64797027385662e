/// \file Converts the loops of a C function to one time step, by symbolic execution of Clang's
/// syntax tree.
#pragma once

#include "lift/read/Readers.h"

namespace stencilc::lift {

/// Converter of the loops of a C function to one time step.
class Reader {
public:
  Reader(clang::ASTContext &context, const Sources &sources, TrustedFunctions trusted,
         Diagnostics &diags)
      : state(context, sources, std::move(trusted), diags), readers(state) {}

  /// Lifts the first loop over time of `function`, or its whole body as one step if it has no such
  /// loop. Must not be called twice. Reports a diagnostic and returns `nullopt` if the code cannot
  /// be lifted.
  std::optional<Step> read(const clang::FunctionDecl &function);

  /// Returns the C declarations of the arrays, sizes and parameters that the loops use. read() must
  /// have been called.
  Origins origins() const;

  /// Returns the first call that was left out of the step although it does more than compute a
  /// value, for example prints. Returns null if there is no such call. Precondition: read() has
  /// been called.
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
