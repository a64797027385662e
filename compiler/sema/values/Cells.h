/// \file Evaluates numbers of cells: digits, or constant expressions with a whole value.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Returns the whole number that the expression `cells` denotes. Reports values that are unknown at
/// compile time or not whole, and returns nullopt then. `what` and `range` are the name ("an
/// offset") and source range for messages. `frame` has the arguments and index variables that it
/// can use.
std::optional<std::int64_t> evaluateCells(Unit &unit, const ast::Cells &cells, llvm::SMRange range,
                                          llvm::StringRef what, const Frame *frame = nullptr);

} // namespace stencilc::sema
