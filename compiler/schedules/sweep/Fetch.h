/// \file Functions that bring cells of a field where sweeps through shared memory want them: planes
/// of a tile to shared memory, and a thread's own cells to its registers.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// The functions for each field of a module; those that no kernel calls do not stay.
class PlaneLoads {
public:
  PlaneLoads(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
             kernel::Readers &readers);

  /// `fetchT<kWidth, kHeight, kThreads, kAsync>(to, T, g, thread, xFirst, yFirst, plane)`
  kernel::FunctionId plane(ir::FieldId field) const { return planes.at(field); }
  /// `ownT<N>(cells, T, g, x, y, z)`
  kernel::FunctionId ownCells(ir::FieldId field) const { return owns.at(field); }

private:
  std::map<ir::FieldId, kernel::FunctionId> planes, owns;
};

} // namespace stencilc::schedules
