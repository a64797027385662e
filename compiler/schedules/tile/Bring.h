/// \file Functions that bring cells of a field where kernels with tiles want them: a tile with its
/// halo to shared memory, and a thread's own cells to its registers.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// The functions for each field of a module; those that no kernel calls do not stay.
class TileLoads {
public:
  TileLoads(kernel::Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
            kernel::Readers &readers);

  /// `bringT<kAsync, kWidth, kHeight>(tile, T, g, xFirst, yFirst)`; where threads keep their own
  /// cells, it leaves those out: `..., left, low, ownCells, ownRows)` says where they are.
  kernel::FunctionId tile(ir::FieldId field) const { return tiles.at(field); }
  /// `ownT<N>(cells, T, g, x, y)`, with two axes.
  kernel::FunctionId ownCells(ir::FieldId field) const { return owns.at(field); }

private:
  std::map<ir::FieldId, kernel::FunctionId> tiles, owns;
};

} // namespace stencilc::schedules
