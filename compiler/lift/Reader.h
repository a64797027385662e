/// \file From the loops of a C function to one time step: a walk over Clang's tree that carries out
/// the statements of a step with names in place of numbers.
#pragma once

#include "lift/Readers.h"

namespace stencilc::lift {

class Reader {
public:
  Reader(clang::ASTContext &context, const Sources &sources, TrustedFunctions trusted,
         Diagnostics &diags)
      : state(context, sources, std::move(trusted), diags), readers(state) {}

  /// Reads the first time loop of `function`, or its whole body as one step; once for a reader.
  /// Nothing if something cannot be lifted, which has been reported.
  std::optional<Step> read(const clang::FunctionDecl &function);

  /// After read(): the declarations that the names of the step stand for.
  Origins origins() const;

  /// After read(): the first call that the step leaves out and that prints, waits or reads.
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
