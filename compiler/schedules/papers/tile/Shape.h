/// \file Computes size and predicted cost of the tiles in shared memory of the schedules tile2d and
/// tile3d.
///
/// A kernel has one tile, with its halo, for each field level that it reads at an offset.
#pragma once

#include "plan/cost/Column.h"
#include "plan/interface/Plan.h"
#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Tile of one field at one time level that a kernel reads. If updates read this field only at the
/// updated cell, the tile is not in shared memory.
struct TileLevel {
  analysis::FieldLevel fieldLevel;
  int bytes = 0;         // bytes of one cell
  Reach reach;           // largest offset of the reads on each side, in cells
  bool isShared = false; // false: threads load the cells that they update from global memory
  /// Numbers of halo cells on the low side [axis][0] and on the high side [axis][1]. Along x they
  /// are multiples of the cells per thread.
  int halo[3][2] = {};
  int extents[3] = {1, 1, 1};

  std::int64_t cells() const { return std::int64_t(extents[0]) * extents[1] * extents[2]; }
  std::int64_t sharedBytes() const { return isShared ? (cells() * bytes + 15) / 16 * 16 : 0; }
};

/// Parameters of a kernel with tiles in shared memory, from the options of the schedule.
struct TileParameters {
  int rows = 1;            // number of rows of cells per thread, along the second axis
  int haloThreads[3] = {}; // threads per block along each axis that load cells and update none
  /// Number of tiles along the second axis that a block computes in sequence.
  int tilesPerBlock = 1;
  bool centreInRegister = false; // threads load the cells that they update into registers
};

/// Tiles of the fields and time levels that a kernel reads, and the shared memory and registers
/// that they need.
struct TileShape : plan::Shape {
  TileParameters parameters;
  std::vector<TileLevel> fieldLevels;
  Reach halo;                   // largest offset of all reads, on each side of the updated cell
  std::int64_t sharedBytes = 0; // shared memory of a block
  int registers = 0;            // predicted registers of a thread

  int rowsPerThread() const override { return parameters.rows; }
  int tilesPerBlock() const override { return parameters.tilesPerBlock; }
  int haloThreads(int axis) const override { return parameters.haloThreads[axis]; }
  bool loadsTiles() const override { return true; }
};

/// Sets `kernel.shape` to a TileShape that has `parameters`. Its tiles are not computed yet.
void setTileParameters(plan::KernelPlan &kernel, const TileParameters &parameters);
/// Returns the tile parameters of `kernel`. Precondition: `kernel.shape` is a TileShape.
const TileParameters &tileParameters(const plan::KernelPlan &kernel);

/// Returns the tiles that `kernel` needs, with their shared memory and registers. `index` is the
/// number of the kernel in the program. Precondition: the threads of a block, the cells per thread
/// and the tile parameters of `kernel` are set.
TileShape tileShape(const analysis::Facts &facts, std::size_t index,
                    const plan::KernelPlan &kernel);

/// Returns a text for the user if the tiles of `kernel` need more shared memory than a block of
/// `target` can have. Returns "" if they fit. `index` is the number of the kernel in the program.
std::string tileExcess(const analysis::Facts &facts, const plan::Target &target, std::size_t index,
                       const plan::KernelPlan &kernel);

/// Computes the tiles, the shared memory, the registers and the predicted time of each kernel of
/// `plan`, and stores them in the kernel. Adds their times to `plan.cost`. Precondition: the tile
/// parameters of the kernels are set.
void completeTiles(const analysis::Facts &facts, plan::Plan &plan);

} // namespace stencilc::schedules
