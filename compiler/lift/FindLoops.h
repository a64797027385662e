/// \file Distinguishes loops over cells from loops over time steps.
#pragma once

#include "lift/TreeWalk.h"

namespace stencilc::lift {

/// Returns the first loop over time in `statement`: one that repeats loop nests over cells, and
/// whose variable is no index of a cell. Null if there is none.
const clang::Stmt *findTimeLoop(const clang::Stmt *statement, const clang::ASTContext &context);

/// Returns whether `statement`, or a function that it calls, has a loop whose variable indexes
/// written cells.
bool hasNest(const clang::Stmt *statement, const clang::ASTContext &context);

/// Returns the variables on which the indices of the cells written in `statement` depend, directly
/// or through other variables.
VariableSet indexVariables(const clang::Stmt *statement, const clang::ASTContext &context);

} // namespace stencilc::lift
