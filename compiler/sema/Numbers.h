/// \file Checks that every constant of a program fits its type.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Returns whether all constants of the program are finite in their type. Reports the statements
/// with others, such as `1e39` in f32 or the factor in `u / 1e-42`. `program` was made from the
/// stencil of `unit`.
bool checkNumbers(const ir::Program &program, Unit &unit);

} // namespace stencilc::sema
