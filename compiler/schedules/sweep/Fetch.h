/// \file Builds the device functions with which sweep kernels load cells into shared memory and
/// registers.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Device functions of a sweep kernel that load cells of one field. One function copies a plane of
/// a tile into shared memory, another loads cells of a row into registers. A later pass removes the
/// functions that no kernel calls.
class PlaneLoads {
public:
  PlaneLoads(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
             kernel::Readers &readers);

  /// Returns the device function `fetchT<kWidth, kHeight, kThreads, kAsync>(to, T, g, thread,
  /// xFirst, yFirst, plane)`, in which the name of `field` takes the place of T. All threads of a
  /// block call it to copy a plane of their tile, kWidth x kHeight cells, to shared memory at `to`.
  kernel::FunctionId plane(ir::FieldId field) const { return planes.at(field); }
  /// Returns the device function `ownT<N>(cells, T, g, x, y, z)`, in which the name of `field`
  /// takes the place of T. It loads N adjacent cells of a row, from (x, y, z) on, into the register
  /// array `cells`.
  kernel::FunctionId ownCells(ir::FieldId field) const { return owns.at(field); }

private:
  std::map<ir::FieldId, kernel::FunctionId> planes, owns;
};

} // namespace stencilc::schedules
