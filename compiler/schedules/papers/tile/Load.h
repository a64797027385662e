/// \file Device functions that load cells for kernels with tiles. They load a tile with its halo
/// into shared memory, or the cells that a thread updates into registers.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Device functions that load cells of each field, for kernels with tiles in shared memory.
/// Functions that no kernel calls are removed from the module later.
class TileLoads {
public:
  TileLoads(kernel::Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
            kernel::Readers &readers);

  /// Returns the device function that loads a tile of `field` with its halo into shared memory.
  /// With two axes and field F, it is `loadF<kAsync, kWidth, kHeight>(tile, F, g, xFirst, yFirst)`.
  /// Here `tile` is the array in shared memory, of kWidth x kHeight cells with halo, `g` is the
  /// grid, and xFirst and yFirst are the coordinates of the first cell of the halo. With kAsync it
  /// loads by asynchronous copies. The function has four more parameters, `left, low, ownCells,
  /// ownRows`, if threads load the cells that they update into registers. It then skips ownCells x
  /// ownRows cells, which begin `left` cells and `low` rows after the beginning of the halo.
  kernel::FunctionId tile(ir::FieldId field) const { return tiles.at(field); }
  /// Returns the device function `ownF<N>(cells, F, g, x, y)`, where F is the name of `field`. It
  /// loads N adjacent cells of a row, from (x, y) on, into the array `cells` in registers.
  /// Precondition: the program has two axes.
  kernel::FunctionId ownCells(ir::FieldId field) const { return owns.at(field); }

private:
  std::map<ir::FieldId, kernel::FunctionId> tiles, owns;
};

} // namespace stencilc::schedules
