/// \file Evaluates numbers of cells: digits, or constant expressions with a whole value.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Returns the whole number that `cells` denotes. Reports values that are unknown at compile time
/// or not whole. Returns nullopt after such an error. For messages, `what` names the value ("an
/// offset") and `range` is its source range. `frame` holds the function arguments and index
/// variables that it can use.
std::optional<std::int64_t> evaluateCells(Unit &unit, const ast::Cells &cells, llvm::SMRange range,
                                          llvm::StringRef what, const Frame *frame = nullptr);

} // namespace stencilc::sema
