/// \file Size of the planned grid, and the number of blocks that a kernel launches on it.
#pragma once

#include "plan/interface/Plan.h"
#include <array>
#include <cstdint>
#include <vector>

namespace stencilc::plan {

/// Returns the size of the grid for which plans are made. It is the size hint in the program, if
/// there is one. Otherwise it is 2^26, 8192 x 8192 or 512 x 512 x 512 cells for one, two or three
/// axes, which fill a large GPU.
Extents plannedExtents(const ir::Program &program);

/// Returns the number of cells of a grid. It is floating point, because the product of large
/// extents may exceed 64 bits.
double cellsOf(const Extents &extents);

/// Returns the number of cells along `axis` that one block of `kernel` updates. It is at least 1.
std::int64_t cellsOfBlock(const KernelPlan &kernel, int axis);

/// Returns the number of blocks of `kernel` along each axis that cover a grid of `extents`.
std::array<std::int64_t, kMaxAxes> launchGrid(const KernelPlan &kernel, const Extents &extents);

/// Returns `block` (threads along each axis), changed so that the launch has no more blocks along
/// an axis than `target` allows. Along an axis with too many blocks the threads are doubled, and
/// along another axis they are halved.
std::vector<int> coveringBlock(std::vector<int> block, const Extents &extents,
                               const Target &target);

/// Returns the number of threads of a block of `kernel`. It is floating point, because the product
/// of large requested numbers may exceed 32 bits.
double threadsOf(const KernelPlan &kernel);

} // namespace stencilc::plan
