/// \file Tiles of the grid with their halo in shared memory, one array per field level that is read
/// at a displacement: their extents, and what they need.
#pragma once

#include "plan/Column.h"
#include "plan/Plan.h"
#include "plan/Schedule.h"

namespace stencilc::schedules {

/// One field level of a kernel. Those read at the cell itself only need no tile.
struct TileLevel {
  analysis::FieldLevel fieldLevel;
  int bytes = 0;         // of a cell
  Reach reach;           // as read
  bool isShared = false; // else each thread reads its own cells from memory
  int halo[3][2] = {};   // [axis][low, high]; along x in whole groups of a thread's cells
  int extents[3] = {1, 1, 1};

  std::int64_t cells() const { return std::int64_t(extents[0]) * extents[1] * extents[2]; }
  std::int64_t sharedBytes() const { return isShared ? (cells() * bytes + 15) / 16 * 16 : 0; }
};

struct TileShape : plan::Shape {
  std::vector<TileLevel> fieldLevels;
  Reach halo; // over all field levels
  std::int64_t sharedBytes = 0;
  int registers = 0; // estimate per thread
};

/// The tiles of a kernel with `block`, cells and rows per thread and `haloThreads` set.
TileShape tileShape(const analysis::Facts &facts, std::size_t index,
                    const plan::KernelPlan &kernel);

/// Why the tiles of a kernel do not fit: too much shared memory, or no field level that is shared;
/// empty if they do.
std::string tileExcess(const analysis::Facts &facts, const plan::Target &target, std::size_t index,
                       const plan::KernelPlan &kernel);

/// Fills in what the tiles of `plan` need and cost; its kernels have their shapes.
void completeTiles(const analysis::Facts &facts, plan::Plan &plan);

} // namespace stencilc::schedules
