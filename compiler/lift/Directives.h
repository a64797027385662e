/// \file Statements under OpenMP directives, which are carried out as one thread would.
#pragma once

#include "lift/SymbolicState.h"

namespace stencilc::lift {

/// Carries out the statement of a directive by `read`. Variables that it makes private hold
/// afterwards what they held before; a reduction that is not the one its clause names is lost.
void readDirective(SymbolicState &state, const clang::OMPExecutableDirective &directive,
                   llvm::function_ref<void(const clang::Stmt *)> read);

} // namespace stencilc::lift
