/// \file Functions that load cells of a field for kernels with tiles: a tile with its halo into
/// shared memory, and a thread's own cells into registers.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// The load functions of each field of a module. Those that no kernel calls are removed later.
class TileLoads {
public:
  TileLoads(kernel::Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
            kernel::Readers &readers);

  /// Returns `bringT<kAsync, kWidth, kHeight>(tile, T, g, xFirst, yFirst)`. If threads keep their
  /// own cells in registers, it does not load these, and has more parameters that say where they
  /// are: `..., left, low, ownCells, ownRows)`.
  kernel::FunctionId tile(ir::FieldId field) const { return tiles.at(field); }
  /// Returns `ownT<N>(cells, T, g, x, y)`, with two axes.
  kernel::FunctionId ownCells(ir::FieldId field) const { return owns.at(field); }

private:
  std::map<ir::FieldId, kernel::FunctionId> tiles, owns;
};

} // namespace stencilc::schedules
