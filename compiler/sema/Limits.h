/// \file How large a stencil may be, so that every source ends in seconds.
#pragma once

#include "support/Diagnostics.h"
#include "syntax/Ast.h"

namespace stencilc::sema {

/// Operations of all statements of a stencil together, once lets, functions and neighbourhoods are
/// expanded. One statement may have kMaxOperations (Expressions.cpp).
inline constexpr unsigned kMaxAllOperations = 1u << 17;

/// Whether the stencil has no more statements of any kind than steps of the compiler take, whose
/// time grows with the square of some; else reports the first one too many.
bool checkLimits(const ast::Stencil &stencil, Diagnostics &diags);

} // namespace stencilc::sema
