/// \file Builds the device functions with which kernels with tiles load cells.
///
/// A tile with its halo is loaded into shared memory, and a thread's own cells into registers.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Device functions that load cells of each field for a kernel with tiles. Functions that no kernel
/// calls are removed later.
class TileLoads {
public:
  TileLoads(kernel::Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
            kernel::Readers &readers);

  /// Returns the device function that loads a tile of `field` into shared memory. If F is the name
  /// of the field, it is `loadF<kAsync, kWidth, kHeight>(tile, F, g, xFirst, yFirst)`. If threads
  /// load their own cells into registers, it leaves these cells out. Further parameters `left, low,
  /// ownCells, ownRows` then give their first cell and their numbers.
  kernel::FunctionId tile(ir::FieldId field) const { return tiles.at(field); }
  /// Returns the device function `ownT<N>(cells, T, g, x, y)`, which loads N adjacent cells of a
  /// row into registers. For two axes only.
  kernel::FunctionId ownCells(ir::FieldId field) const { return owns.at(field); }

private:
  std::map<ir::FieldId, kernel::FunctionId> tiles, owns;
};

} // namespace stencilc::schedules
