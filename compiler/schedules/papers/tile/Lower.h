/// \file Lowering (emission of the kernels) of the schedules tile2d and tile3d.
///
/// A block loads a tile of the grid with its halo into shared memory, waits, and computes new cells
/// from there.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Emits into `module` the GPU kernels of `plan`, one for each kernel of the program, and the host
/// function that launches them. Blocks have tiles with two axes in shared memory. Precondition: the
/// functions in `readers`, which read cells beyond the grid, are already in `module`.
void lowerTile2d(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 kernel::Readers &readers);
/// Emits into `module` the GPU kernels of `plan`, one for each kernel of the program, and the host
/// function that launches them. Blocks have tiles with three axes in shared memory. Precondition:
/// the functions in `readers`, which read cells beyond the grid, are already in `module`.
void lowerTile3d(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 kernel::Readers &readers);

} // namespace stencilc::schedules
