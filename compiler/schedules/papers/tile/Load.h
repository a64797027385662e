/// \file Builds the device functions that load cells for kernels with tiles. They load a tile with
/// its halo into shared memory, or the cells that a thread updates into registers.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Device functions that load cells of each field, for kernels with tiles in shared memory. They
/// are emitted for all fields, and those that no kernel calls are removed later.
class TileLoads {
public:
  TileLoads(kernel::Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
            kernel::Readers &readers);

  /// Returns the device function that loads a tile of `field` with its halo into shared memory. If
  /// F is the name of the field, it is `loadF<kAsync, kWidth, kHeight>(tile, F, g, xFirst,
  /// yFirst)`. If threads load the cells that they update into registers, the function skips the
  /// cells that the block updates. Its parameters `left, low, ownCells, ownRows` then give the
  /// position and size of this part of the tile.
  kernel::FunctionId tile(ir::FieldId field) const { return tiles.at(field); }
  /// Returns the device function `ownF<N>(cells, F, g, x, y)`, if F is the name of `field`. It
  /// loads N adjacent cells of a row, from (x, y) on, into registers. Exists for programs with two
  /// axes only.
  kernel::FunctionId ownCells(ir::FieldId field) const { return owns.at(field); }

private:
  std::map<ir::FieldId, kernel::FunctionId> tiles, owns;
};

} // namespace stencilc::schedules
