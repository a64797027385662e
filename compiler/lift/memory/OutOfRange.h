/// \file Reports reads and writes of a C program outside of an array, or beyond the end of a row.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Reports the first access with an index that is certainly negative, or beyond the declared or
/// allocated extent of its array. C does not define such an access. Returns false if there is one.
/// Precondition: the indices of `step` are as in the C source.
bool checkIndices(const Step &step, Diagnostics &diags);

/// Checks arrays with one C index for all axes, as in `u[n*j + i]`. If `i` reaches `n`, the access
/// would use a cell of the next row. Reports the first such access and returns false. Precondition:
/// the index has been separated into one index for each axis.
bool checkRows(const Step &step, Diagnostics &diags);

} // namespace stencilc::lift
