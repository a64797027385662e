/// \file Number of blocks that a kernel launches on the planned grid.
#include "plan/cost/LaunchGrid.h"
#include <algorithm>

namespace stencilc::plan {

Extents plannedExtents(const ir::Program &program) {
  if (program.sizeHint)
    return *program.sizeHint;
  switch (program.rank()) {
  case 1:
    return {{1 << 26, 1, 1}};
  case 2:
    return {{8192, 8192, 1}};
  default:
    return {{512, 512, 512}};
  }
}

double cellsOf(const Extents &extents) {
  double cells = 1;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    cells *= double(extents[axis]);
  return cells;
}

std::int64_t cellsOfBlock(const KernelPlan &kernel, int axis) {
  const Shape *shape = kernel.shape.get();
  std::int64_t cells = kernel.block[axis];
  if (axis == 0)
    cells *= kernel.cellsPerThread;
  if (axis == 1)
    cells *= std::int64_t(kernel.rowsPerThread()) * (shape ? shape->tilesPerBlock() : 1);
  if (axis == kernel.sweepAxis)
    cells = kernel.planesPerChunk;
  return std::max<std::int64_t>(1, cells - (shape ? shape->haloThreads(axis) : 0));
}

std::array<std::int64_t, kMaxAxes> launchGrid(const KernelPlan &kernel, const Extents &extents) {
  std::array<std::int64_t, kMaxAxes> blocks;
  for (int axis = 0; axis < kMaxAxes; ++axis) {
    const std::int64_t cells = cellsOfBlock(kernel, axis);
    blocks[axis] = extents[axis] / cells + (extents[axis] % cells != 0);
  }
  return blocks;
}

std::vector<int> coveringBlock(std::vector<int> block, const Extents &extents,
                               const Target &target) {
  const std::int64_t limits[] = {target.gridX, target.gridY, target.gridZ};
  for (std::size_t axis = 1; axis < block.size(); ++axis)
    while (block[axis] < 64 && extents[static_cast<int>(axis)] > limits[axis] * block[axis]) {
      block[axis] *= 2;
      int &other = axis == 2 && block[1] > 1 ? block[1] : block[0];
      other = std::max(1, other / 2);
    }
  return block;
}

double threadsOf(const KernelPlan &kernel) {
  return double(kernel.block[0]) * kernel.block[1] * kernel.block[2];
}

} // namespace stencilc::plan
