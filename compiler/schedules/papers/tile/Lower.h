/// \file Lowering (emission of the kernels) of the schedules tile2d and tile3d.
///
/// A block loads a tile of the grid with its halo into shared memory, waits, and computes new cells
/// from there.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Emits into `module` the GPU kernels of `plan`, one for each kernel of the program, and the host
/// function that launches them. A block has tiles with two axes in shared memory. `readers`
/// provides the functions of `module` that read cells beyond the grid. Functions for cells of tiles
/// are added to it.
void lowerTile2d(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 kernel::Readers &readers);
/// Emits into `module` the GPU kernels of `plan`, one for each kernel of the program, and the host
/// function that launches them. A block has tiles with three axes in shared memory. `readers`
/// provides the functions of `module` that read cells beyond the grid. Functions for cells of tiles
/// are added to it.
void lowerTile3d(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 kernel::Readers &readers);

} // namespace stencilc::schedules
