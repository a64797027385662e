/// \file Limits on the size of a stencil, which bound the time of compilation.
#pragma once

#include "support/Diagnostics.h"
#include "syntax/Ast.h"

namespace stencilc::sema {

/// Maximum number of operations of all statements together, after all definitions have been
/// expanded. A single statement has the smaller limit kMaxOperations (Expressions.cpp).
inline constexpr unsigned kMaxAllOperations = 1u << 17;

/// Returns whether the number of statements of each kind is within its limit, and reports the first
/// statement beyond a limit. The time of some passes grows with the square of these numbers.
bool checkLimits(const ast::Stencil &stencil, Diagnostics &diags);

} // namespace stencilc::sema
