/// \file Reuses differences of neighbouring cells whose sign does not matter.
#pragma once

#include "ir/Program.h"

namespace stencilc::sema {

/// Replaces `u - u[x+1]` by `u[x+1] - u` where only even functions use it, such as squares and
/// absolute values. The neighbouring cell computes the same difference as `u - u[x-1]`, so threads
/// with several cells compute each difference of a row once. No bit of a result changes, because
/// rounding is symmetric in the sign. Precondition: the program is in canonical arithmetic.
ir::Program turnEvenDifferences(ir::Program program);

} // namespace stencilc::sema
