/// \file Differences of neighbours of which only even functions are used.
#pragma once

#include "ir/Program.h"

namespace stencilc::sema {

/// `u - u[x+1]` is, but for its sign, what the neighbour has as `u - u[x-1]`. Where the sign is
/// lost in all that follows, as in squares and absolute values, the one is turned into `u[x+1] -
/// u`, so that threads with several cells compute each difference of a row once. No bit of a result
/// changes: rounding knows no sign. For a program in canonical arithmetic.
ir::Program turnEvenDifferences(ir::Program program);

} // namespace stencilc::sema
