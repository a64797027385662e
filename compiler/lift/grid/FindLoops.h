/// \file Distinguishes loops over cells from loops over time steps.
#pragma once

#include "lift/read/TreeWalk.h"

namespace stencilc::lift {

/// Returns the first loop over time in `statement`, or null. Such a loop repeats loops over cells,
/// and its variable is no index of a cell.
const clang::Stmt *findTimeLoop(const clang::Stmt *statement, const clang::ASTContext &context);

/// Returns true if `statement`, or a function that it calls, has a loop whose variable is in an
/// index of written cells.
bool hasNest(const clang::Stmt *statement, const clang::ASTContext &context);

/// Returns the variables on which the indices of cells that `statement` writes depend, directly or
/// through other variables.
VariableSet indexVariables(const clang::Stmt *statement, const clang::ASTContext &context);

} // namespace stencilc::lift
