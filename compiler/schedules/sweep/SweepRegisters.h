/// \file Registers of sweeps that keep columns of cells in registers, from a formula and from the
/// table of compiled kernels (machine/CompiledShapes.h).
#pragma once

#include "machine/CompiledShapes.h"
#include "schedules/sweep/ColumnCost.h"

namespace stencilc::schedules {

/// Predicts the registers of the sweep kernels of one program.
class SweepRegisters {
public:
  /// Finds the compiled sweeps of programs with the same updates. Names and coefficients of
  /// programs do not matter.
  explicit SweepRegisters(const analysis::Facts &facts);

  /// Returns the registers of a thread of kernel `index`, with `options`. It is the number of
  /// columnRegisters(). If the kernel has been compiled, the number is limited to the range from
  /// the least without spills to the most that ptxas allocates.
  int of(std::size_t index, const SweepShape &shape, const ColumnOptions &options) const;
  /// Returns the largest number of registers of a thread over all kernels of a time step.
  int most(const ColumnOptions &options) const;

private:
  const analysis::Facts &facts;
  std::map<int, std::vector<machine::RegisterRange>> known; // by cells per thread; by kernel
};

} // namespace stencilc::schedules
