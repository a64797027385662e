/// \file Parses the arguments of derivatives: `(u, x+1/2, order = 8)`.
#pragma once

#include "sema/Builtins.h"
#include "sema/Differences.h"
#include "sema/Scopes.h"
#include "sema/Unit.h"
#include <optional>

namespace stencilc::sema {

/// Returns the axis of an argument `x`, `x+1/2` or `x-1/2`, and the amount that is added or
/// subtracted. The axis is null if the argument has another form. The amount is invalid if there is
/// none.
std::pair<const ast::Identifier *, ast::ExprId> writtenAxis(const ast::Stencil &stencil,
                                                            ast::ExprId id);

/// Returns whether an argument is the word `centred`, which states the default.
bool isCentred(const ast::Stencil &stencil, ast::ExprId id, const Frame *frame);

/// Returns the derivative that a call asks for. Reports arguments that are not an axis, axes named
/// twice, positions other than the cell or half a cell from it, invalid sides and invalid orders.
/// Returns nullopt then.
std::optional<Difference> readDifference(Unit &unit, const Builtin &builtin, const ast::Call &call,
                                         llvm::SMRange range, const Frame *frame);

} // namespace stencilc::sema
