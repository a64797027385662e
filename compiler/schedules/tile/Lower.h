/// \file Lowering of schedules tile2d and tile3d: a block loads a tile of the grid with its halo
/// into shared memory, waits, and computes from there.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// Adds a device kernel for each kernel of the program, and the function that launches them. The
/// readers of the fields must have been added before.
void lowerTile2d(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 kernel::Readers &readers);
void lowerTile3d(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 kernel::Readers &readers);

} // namespace stencilc::schedules
