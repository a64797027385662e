/// \file The check that every number of a program fits its type.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Whether all constants are finite in their type; else reports the statements of the source, of
/// which `program` was made, that need others: `1e39` in f32, or the factor of `u / 1e-42`.
bool checkNumbers(const ir::Program &program, Unit &unit);

} // namespace stencilc::sema
