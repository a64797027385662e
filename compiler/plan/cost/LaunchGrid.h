/// \file Number of blocks that a kernel launches on the planned grid.
#pragma once

#include "plan/interface/Plan.h"
#include <array>
#include <cstdint>
#include <vector>

namespace stencilc::plan {

/// Returns the extents for which plans are made: the program's size hint, if it has one. Otherwise
/// they fill a large machine: 2^26, 8192 x 8192 or 512 x 512 x 512 cells, for one to three axes.
Extents plannedExtents(const ir::Program &program);

/// Returns the number of cells of a grid, as floating point because a request may ask for any size.
double cellsOf(const Extents &extents);

/// Returns the number of cells along `axis` that one block of `kernel` updates, at least 1.
std::int64_t cellsOfBlock(const KernelPlan &kernel, int axis);

/// Returns the number of blocks along each axis that cover a grid of these extents.
std::array<std::int64_t, kMaxAxes> launchGrid(const KernelPlan &kernel, const Extents &extents);

/// Returns `block` (threads along each axis), changed so that its grid of blocks is within the
/// limits of the target. Threads are doubled along an axis with too many blocks, and halved along
/// another one.
std::vector<int> coveringBlock(std::vector<int> block, const Extents &extents,
                               const Target &target);

/// Returns the number of threads of a block, as floating point because a request may ask for any
/// number.
double threadsOf(const KernelPlan &kernel);

} // namespace stencilc::plan
