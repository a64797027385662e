/// \file Numbers of cells: digits, or expressions of constants that must come out whole.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// The number that `cells` stands for. Reports what is not known when compiling and what is no
/// whole number; `what` names the place ("an offset"), `range` is it. `frame` holds the arguments
/// and indices that it may mention.
std::optional<std::int64_t> evaluateCells(Unit &unit, const ast::Cells &cells, llvm::SMRange range,
                                          llvm::StringRef what, const Frame *frame = nullptr);

} // namespace stencilc::sema
