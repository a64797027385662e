/// \file What a derivative is of and along: `(u, x+1/2, order = 8)`.
#pragma once

#include "sema/Builtins.h"
#include "sema/Differences.h"
#include "sema/Scopes.h"
#include "sema/Unit.h"
#include <optional>

namespace stencilc::sema {

/// The axis of an argument `x`, `x+1/2` or `x-1/2`, and what is added to it or taken from it; null
/// if the argument has another form.
std::pair<const ast::Identifier *, ast::ExprId> writtenAxis(const ast::Stencil &stencil,
                                                            ast::ExprId id);

/// Whether an argument is the word `centred`, which says what is so without it.
bool isCentred(const ast::Stencil &stencil, ast::ExprId id, const Frame *frame);

/// What is asked for behind the value. Reports axes that are none or named twice, places other than
/// the cell and half a cell from it, sides that are not possible, and orders.
std::optional<Difference> readDifference(Unit &unit, const Builtin &builtin, const ast::Call &call,
                                         llvm::SMRange range, const Frame *frame);

} // namespace stencilc::sema
