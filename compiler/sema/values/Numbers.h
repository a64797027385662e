/// \file Checks that every constant of a program fits its type.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Returns whether all constants of the program are finite in their types. Reports statements with
/// a constant that is not, such as `1e39` in f32. `program` must be made from the stencil of
/// `unit`.
bool checkNumbers(const ir::Program &program, Unit &unit);

} // namespace stencilc::sema
