/// \file Evaluates numbers of cells: digits, or constant expressions with a whole value.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Returns the value of `cells`. Reports values that are unknown at compile time or not whole, and
/// returns nullopt then. `what` names the value in messages ("an offset"), `range` is its place,
/// and `frame` holds the arguments and indices that it can use.
std::optional<std::int64_t> evaluateCells(Unit &unit, const ast::Cells &cells, llvm::SMRange range,
                                          llvm::StringRef what, const Frame *frame = nullptr);

} // namespace stencilc::sema
