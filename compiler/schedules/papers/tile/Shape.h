/// \file Computes the size and cost of tiles in shared memory for schedules tile2d and tile3d.
///
/// A kernel has one tile, with its halo, for each field level that it reads at an offset.
#pragma once

#include "plan/cost/Column.h"
#include "plan/interface/Plan.h"
#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Tile of one field level (a field at one time level) of a kernel. If the level is read only at
/// the updated cell, its tile is not in shared memory.
struct TileLevel {
  analysis::FieldLevel fieldLevel;
  int bytes = 0;         // bytes of a cell
  Reach reach;           // largest offsets of its reads on each side
  bool isShared = false; // false: each thread loads its own cells from memory
  int halo[3][2] = {};   // [axis][low, high]; along x a multiple of a thread's cells
  int extents[3] = {1, 1, 1};

  std::int64_t cells() const { return std::int64_t(extents[0]) * extents[1] * extents[2]; }
  std::int64_t sharedBytes() const { return isShared ? (cells() * bytes + 15) / 16 * 16 : 0; }
};

/// Parameters of a kernel with tiles.
struct TileParameters {
  int rows = 1;            // per thread, along the second axis
  int haloThreads[3] = {}; // threads along each axis that only load
  int tilesPerBlock = 1;   // tiles that a block computes one after the other, along the second axis
  bool centreInRegister = false; // a thread keeps its own cells in registers
};

/// Tiles of all field levels (fields at one time level) that a kernel reads.
struct TileShape : plan::Shape {
  TileParameters parameters;
  std::vector<TileLevel> fieldLevels;
  Reach halo; // over all field levels
  std::int64_t sharedBytes = 0;
  int registers = 0; // predicted registers of a thread

  int rowsPerThread() const override { return parameters.rows; }
  int tilesPerBlock() const override { return parameters.tilesPerBlock; }
  int haloThreads(int axis) const override { return parameters.haloThreads[axis]; }
  bool loadsTiles() const override { return true; }
};

/// Gives `kernel` a shape with `parameters` and no tiles yet.
void setTileParameters(plan::KernelPlan &kernel, const TileParameters &parameters);
/// Returns the parameters of `kernel`. Precondition: its shape is a TileShape.
const TileParameters &tileParameters(const plan::KernelPlan &kernel);

/// Returns the tiles of a kernel. Precondition: its block, its cells and rows per thread, and its
/// parameters are set.
TileShape tileShape(const analysis::Facts &facts, std::size_t index,
                    const plan::KernelPlan &kernel);

/// Returns the reason why the tiles of a kernel do not fit: too much shared memory, or no field
/// that is read at an offset. Returns "" if they fit.
std::string tileExcess(const analysis::Facts &facts, const plan::Target &target, std::size_t index,
                       const plan::KernelPlan &kernel);

/// Sets the shared memory, the registers and the predicted time of `plan`. Precondition: the shapes
/// of its kernels are set.
void completeTiles(const analysis::Facts &facts, plan::Plan &plan);

} // namespace stencilc::schedules
