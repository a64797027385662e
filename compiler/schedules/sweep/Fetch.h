/// \file Builds the device functions with which sweeps load cells into shared memory and registers.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"

namespace stencilc::schedules {

/// Device functions that load cells of each field for a sweep. Functions that no kernel calls are
/// removed later.
class PlaneLoads {
public:
  PlaneLoads(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
             kernel::Readers &readers);

  /// Returns the device function `fetchT<kWidth, kHeight, kThreads, kAsync>(to, T, g, thread,
  /// xFirst, yFirst, plane)`, which loads a plane of a tile into shared memory.
  kernel::FunctionId plane(ir::FieldId field) const { return planes.at(field); }
  /// Returns the device function `ownT<N>(cells, T, g, x, y, z)`, which loads N adjacent cells of a
  /// row into registers.
  kernel::FunctionId ownCells(ir::FieldId field) const { return owns.at(field); }

private:
  std::map<ir::FieldId, kernel::FunctionId> planes, owns;
};

} // namespace stencilc::schedules
