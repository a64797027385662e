/// \file Lowering of schedules tile2d and tile3d.
///
/// A block loads a tile of the grid with its halo into shared memory, waits, and computes new cells
/// from there.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Adds a GPU kernel with tiles in shared memory for each kernel of the program, and the host
/// function that launches them. Precondition: `readers`, the functions that read cells beyond the
/// grid, have been added.
void lowerTile2d(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 kernel::Readers &readers);
void lowerTile3d(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 kernel::Readers &readers);

} // namespace stencilc::schedules
