/// \file Reductions in the interpreter, exactly as Program.h defines their order.
#pragma once

#include "ir/Program.h"
#include <optional>
#include <vector>

namespace stencilc::ir {

/// One number from the values of all cells, x fastest; nothing where a cell takes no part.
double reduceCells(ReductionKind kind, const Extents &extents,
                   const std::vector<std::optional<double>> &cells);

} // namespace stencilc::ir
