/// \file Reads statements under OpenMP directives. The lifter executes them as a single thread
/// would.
#pragma once

#include "lift/read/SymbolicState.h"

namespace stencilc::lift {

/// Executes the statement under an OpenMP directive by calling `read`. Then private variables get
/// their old values again. A variable of a `reduction` clause becomes unknown unless the loop
/// computes the reduction that the clause names.
void readDirective(SymbolicState &state, const clang::OMPExecutableDirective &directive,
                   llvm::function_ref<void(const clang::Stmt *)> read);

} // namespace stencilc::lift
