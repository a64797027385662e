/// \file How many blocks a kernel launches on the grid it is planned for.
#pragma once

#include "plan/Plan.h"
#include <array>
#include <cstdint>
#include <vector>

namespace stencilc::plan {

/// The extents a plan is made for: the program's size hint, or a grid that fills a large machine
/// when it has none (2^26 cells, 8192 x 8192, 512 x 512 x 512).
Extents plannedExtents(const ir::Program &program);

/// The cells of a grid; as a floating-point number, because a request may ask for any size.
double cellsOf(const Extents &extents);

/// Cells along `axis` that one block of `kernel` updates, at least 1.
std::int64_t cellsOfBlock(const KernelPlan &kernel, int axis);

/// Blocks along each axis.
std::array<std::int64_t, kMaxAxes> launchGrid(const KernelPlan &kernel, const Extents &extents);

/// `block` with more threads along an axis, and fewer along another, where the axis is so long that
/// the grid limit of the target would not cover it.
std::vector<int> coveringBlock(std::vector<int> block, const Extents &extents,
                               const Target &target);

/// Threads of a block; as a 64-bit number, because a request may ask for anything.
double threadsOf(const KernelPlan &kernel);

} // namespace stencilc::plan
