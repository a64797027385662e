/// \file Builds the device functions with which sweeps load cells into shared memory and registers.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Device functions with which a sweep loads cells into shared memory and into registers. There are
/// two for each field. A later pass removes the functions that no kernel calls.
class PlaneLoads {
public:
  PlaneLoads(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
             kernel::Readers &readers);

  /// Returns the device function `fetchT<kWidth, kHeight, kThreads, kAsync>(to, T, g, thread,
  /// xFirst, yFirst, plane)` of `field`, whose name takes the place of T. The threads of a block
  /// call it together to copy a plane of their tile to shared memory at `to`.
  kernel::FunctionId plane(ir::FieldId field) const { return planes.at(field); }
  /// Returns the device function `ownT<N>(cells, T, g, x, y, z)` of `field`, whose name takes the
  /// place of T. It loads N adjacent cells of a row, from (x, y, z) on, into the register array
  /// `cells`.
  kernel::FunctionId ownCells(ir::FieldId field) const { return owns.at(field); }

private:
  std::map<ir::FieldId, kernel::FunctionId> planes, owns;
};

} // namespace stencilc::schedules
