/// \file Schedules tile2d and tile3d as kernels: a block of threads brings a tile of the grid with
/// its halo to shared memory, waits, and updates from there.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// A kernel for each kernel and the function that launches them. The fields' readers are there
/// already.
void lowerTile2d(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 kernel::Readers &readers);
void lowerTile3d(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                 kernel::Readers &readers);

} // namespace stencilc::schedules
