/// \file Recognises C loops over the components of an array, such as over the 9 velocities of
/// `f[9][NY][NX]`.
#pragma once

#include "lift/memory/ArrayTable.h"

namespace stencilc::lift {

/// Returns true if a loop of `turns` iterations runs over components of arrays, as `q` in
/// `f[q][i][j]`, and not over cells. Its `variable` then indexes a constant table (array that never
/// changes), or a dimension that other accesses index by numbers.
bool isComponentLoop(const clang::ForStmt &loop, const clang::VarDecl &variable, std::int64_t turns,
                     const SymbolicState &state, const ArrayTable &arrays);

} // namespace stencilc::lift
