/// \file Loops that run over the components of arrays, such as the velocities of f[9][NY][NX].
#pragma once

#include "lift/ArrayTable.h"

namespace stencilc::lift {

/// Whether the loop, which turns so often, runs over components and not over cells: its variable
/// chooses numbers of a table, or stands alone where the same arrays are also indexed by numbers.
bool isComponentLoop(const clang::ForStmt &loop, const clang::VarDecl &variable, std::int64_t turns,
                     const SymbolicState &state, const ArrayTable &arrays);

} // namespace stencilc::lift
