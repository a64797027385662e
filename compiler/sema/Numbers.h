/// \file The check that every number of a program fits its type.
#pragma once

#include "ir/Program.h"
#include "support/Diagnostics.h"
#include "syntax/Ast.h"

namespace stencilc::sema {

/// Whether all constants are finite in their type; else reports the statements of `stencil`, of
/// which `program` was made, that need others: `1e39` in f32, or the factor of `u / 1e-42`.
bool checkNumbers(const ir::Program &program, const ast::Stencil &stencil, Diagnostics &diags);

} // namespace stencilc::sema
