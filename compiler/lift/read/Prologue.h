/// \file Executes symbolically the statements before the loop over time.
#pragma once

#include "lift/read/Readers.h"

namespace stencilc::lift {

/// Executes symbolically the declarations and assignments of `function` before `loop`, the loop
/// over time. Variables that other statements before the loop may change become unknown.
void readPrologue(const clang::Stmt *function, const clang::Stmt *loop, SymbolicState &state,
                  Readers &readers);

} // namespace stencilc::lift
