/// \file What stands before the loop over time, as far as the loop needs it.
#pragma once

#include "lift/Readers.h"

namespace stencilc::lift {

/// Carries out the declarations and assignments of `function` that lead to `loop`.
void readPrologue(const clang::Stmt *function, const clang::Stmt *loop, SymbolicState &state,
                  Readers &readers);

} // namespace stencilc::lift
