/// \file Functions that load cells of a field for sweeps through shared memory: planes of a tile
/// into shared memory, and a thread's own cells into registers.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// The load functions of each field of a module. Those that no kernel calls are removed later.
class PlaneLoads {
public:
  PlaneLoads(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
             kernel::Readers &readers);

  /// Returns `fetchT<kWidth, kHeight, kThreads, kAsync>(to, T, g, thread, xFirst, yFirst, plane)`.
  kernel::FunctionId plane(ir::FieldId field) const { return planes.at(field); }
  /// Returns `ownT<N>(cells, T, g, x, y, z)`.
  kernel::FunctionId ownCells(ir::FieldId field) const { return owns.at(field); }

private:
  std::map<ir::FieldId, kernel::FunctionId> planes, owns;
};

} // namespace stencilc::schedules
