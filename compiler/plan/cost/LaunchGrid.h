/// \file Size of the planned grid, and the number of blocks that a kernel launches on it.
#pragma once

#include "plan/interface/Plan.h"
#include <array>
#include <cstdint>
#include <vector>

namespace stencilc::plan {

/// Returns the size of the grid for which plans are made. It is the size hint in the program, if
/// there is one. Otherwise it is 2^26, 8192 x 8192 or 512 x 512 x 512 cells for one, two or three
/// axes, large enough to fill a GPU.
Extents plannedExtents(const ir::Program &program);

/// Returns the number of cells of a grid of size `extents`, the product of its extents. The type is
/// double, because the product may exceed 64 bits.
double cellsOf(const Extents &extents);

/// Returns the number of cells along `axis` that one block of `kernel` updates, at least 1. Along
/// the axis of a sweep, it is the number of planes that a block sweeps.
std::int64_t cellsOfBlock(const KernelPlan &kernel, int axis);

/// Returns the number of blocks along each axis (x first) with which `kernel` covers a grid of size
/// `extents`. The last block along an axis may extend beyond the grid.
std::array<std::int64_t, kMaxAxes> launchGrid(const KernelPlan &kernel, const Extents &extents);

/// Returns `block` (threads along each axis, x first), changed so that a launch on a grid of size
/// `extents` has no more blocks along an axis than `target` allows. As long as an axis has too many
/// blocks, the threads along it are doubled, and those along another axis are halved.
std::vector<int> coveringBlock(std::vector<int> block, const Extents &extents,
                               const Target &target);

/// Returns the number of threads of a block of `kernel`. The type is double, because the product of
/// large requested numbers may exceed 32 bits.
double threadsOf(const KernelPlan &kernel);

} // namespace stencilc::plan
