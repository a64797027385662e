/// \file Parses the arguments of derivatives: `(u, x+1/2, order = 8)`.
#pragma once

#include "sema/Unit.h"
#include "sema/differences/Differences.h"
#include "sema/names/Builtins.h"
#include "sema/names/Scopes.h"
#include <optional>

namespace stencilc::sema {

/// Splits an argument `x`, `x+1/2` or `x-1/2` of a derivative into the axis and the amount after
/// the sign. The amount is an invalid id if the argument is only an axis. The axis is null for
/// arguments of another form.
std::pair<const ast::Identifier *, ast::ExprId> writtenAxis(const ast::Stencil &stencil,
                                                            ast::ExprId id);

/// Returns whether the argument `id` of a derivative is the word `centred`. This word names the
/// default: values on both sides. Returns false for a local name `centred` that is visible in the
/// scope `frame`.
bool isCentred(const ast::Stencil &stencil, ast::ExprId id, const Frame *frame);

/// Returns the derivative that a call such as `d(u, x, order = 4)` denotes. Reports arguments that
/// are no axis, axes named twice, and invalid positions, sides or orders. Returns nullopt after
/// such an error.
std::optional<Difference> readDifference(Unit &unit, const Builtin &builtin, const ast::Call &call,
                                         llvm::SMRange range, const Frame *frame);

} // namespace stencilc::sema
