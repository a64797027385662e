/// \file Accesses outside of an array, or of a row of it.
#pragma once

#include "lift/Nest.h"
#include "support/Diagnostics.h"

namespace stencilc::lift {

/// Whether no index is certain to lie outside of the extent that the array is declared or allocated
/// with. C leaves undefined what such an access does. Takes the indices as the source has them.
/// Reports the first access for which that is not so.
bool checkIndices(const Step &step, Diagnostics &diags);

/// Whether no read or write through one index for all axes passes the end of a row, as `u[n*j + i]`
/// does with an `i` of `n`: it uses a cell of the next row. Takes separated indices. Reports the
/// first access for which that is not so.
bool checkRows(const Step &step, Diagnostics &diags);

} // namespace stencilc::lift
