/// \file Computes size and predicted cost of the tiles in shared memory of the schedules tile2d and
/// tile3d.
///
/// A kernel has one tile, with its halo, for each field level that it reads at an offset.
#pragma once

#include "plan/cost/Column.h"
#include "plan/interface/Plan.h"
#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Tile of one field level (a field at one time level) that a kernel reads. If updates read only
/// the updated cell of this level, the tile is not in shared memory.
struct TileLevel {
  analysis::FieldLevel fieldLevel;
  int bytes = 0;         // bytes of a cell
  Reach reach;           // largest offset of the reads on each side
  bool isShared = false; // false: threads load the cells that they update from memory
  int halo[3][2] = {};   // cells, [axis][low, high]; along x a multiple of cells per thread
  int extents[3] = {1, 1, 1};

  std::int64_t cells() const { return std::int64_t(extents[0]) * extents[1] * extents[2]; }
  std::int64_t sharedBytes() const { return isShared ? (cells() * bytes + 15) / 16 * 16 : 0; }
};

/// Parameters of a kernel with tiles, which follow from the options of the schedule.
struct TileParameters {
  int rows = 1;            // rows of cells per thread, along the second axis
  int haloThreads[3] = {}; // threads per block along each axis that load cells and update none
  int tilesPerBlock = 1;   // tiles along the second axis that a block computes in sequence
  bool centreInRegister = false; // threads keep the cells that they update in registers
};

/// Tiles of all field levels (fields at one time level) that a kernel reads, and the resources that
/// they need.
struct TileShape : plan::Shape {
  TileParameters parameters;
  std::vector<TileLevel> fieldLevels;
  Reach halo; // largest reach of all field levels
  std::int64_t sharedBytes = 0;
  int registers = 0; // predicted registers of a thread

  int rowsPerThread() const override { return parameters.rows; }
  int tilesPerBlock() const override { return parameters.tilesPerBlock; }
  int haloThreads(int axis) const override { return parameters.haloThreads[axis]; }
  bool loadsTiles() const override { return true; }
};

/// Sets the shape of `kernel` to one with `parameters` and without tiles.
void setTileParameters(plan::KernelPlan &kernel, const TileParameters &parameters);
/// Returns the parameters of `kernel`. Precondition: its shape is a TileShape.
const TileParameters &tileParameters(const plan::KernelPlan &kernel);

/// Returns the tiles that `kernel` needs, with their shared memory and registers. `index` is the
/// number of the kernel in the program. Precondition: its block, its cells per thread and its tile
/// parameters are set.
TileShape tileShape(const analysis::Facts &facts, std::size_t index,
                    const plan::KernelPlan &kernel);

/// Returns a text for the user if the tiles of `kernel` need more shared memory than a block of
/// `target` can have. Returns "" if they fit. `index` is the number of the kernel in the program.
std::string tileExcess(const analysis::Facts &facts, const plan::Target &target, std::size_t index,
                       const plan::KernelPlan &kernel);

/// Sets the shape, the shared memory, the registers and the predicted time of each kernel of
/// `plan`, and the cost of the plan. Precondition: the tile parameters of its kernels are set.
void completeTiles(const analysis::Facts &facts, plan::Plan &plan);

} // namespace stencilc::schedules
