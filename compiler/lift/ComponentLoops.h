/// \file Recognises loops over the components of arrays, such as over the 9 velocities of
/// `f[9][NY][NX]`.
#pragma once

#include "lift/ArrayTable.h"

namespace stencilc::lift {

/// Returns whether a loop of `turns` iterations runs over components instead of cells. Its
/// `variable` then indexes a constant table, or is the whole index of an array dimension that is
/// elsewhere indexed by numbers.
bool isComponentLoop(const clang::ForStmt &loop, const clang::VarDecl &variable, std::int64_t turns,
                     const SymbolicState &state, const ArrayTable &arrays);

} // namespace stencilc::lift
