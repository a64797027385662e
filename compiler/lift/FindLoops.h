/// \file Which loops of a function choose cells, and which repeat the nests of a step.
#pragma once

#include "lift/TreeWalk.h"

namespace stencilc::lift {

/// The first loop over time of `statement`: one that repeats loop nests. Null without any.
const clang::Stmt *findTimeLoop(const clang::Stmt *statement, const clang::ASTContext &context);

/// Whether `statement`, or a function that it calls, has a loop that chooses cells.
bool hasNest(const clang::Stmt *statement, const clang::ASTContext &context);

/// The variables that choose the cell that something below `statement` writes.
VariableSet indexVariables(const clang::Stmt *statement, const clang::ASTContext &context);

} // namespace stencilc::lift
