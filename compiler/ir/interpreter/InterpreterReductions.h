/// \file Reductions in the interpreter, in the order that Program.h defines.
#pragma once

#include "ir/Program.h"
#include <optional>
#include <vector>

namespace stencilc::ir {

/// Reduces the values of all cells of a grid of `extents` cells to one number. `cells` has one
/// entry for each cell, x varying fastest. `nullopt` marks a cell that is left out.
double reduceCells(ReductionKind kind, const Extents &extents,
                   const std::vector<std::optional<double>> &cells);

} // namespace stencilc::ir
