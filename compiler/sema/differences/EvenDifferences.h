/// \file Rewrites differences whose sign does not matter, such as squared ones. Neighbouring cells
/// then compute the same difference, and a thread can reuse it.
#pragma once

#include "ir/Program.h"

namespace stencilc::sema {

/// Replaces `u - u[x+1]` by `u[x+1] - u` if only even functions use it, such as squares and
/// absolute values. The neighbouring cell computes the same difference as `u - u[x-1]`, so a thread
/// that updates several cells of a row computes each difference once. Results keep their bits,
/// because rounding is symmetric in the sign. Precondition: the order of operations is canonical.
ir::Program turnEvenDifferences(ir::Program program);

} // namespace stencilc::sema
