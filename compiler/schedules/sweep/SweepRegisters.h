/// \file Registers of sweep kernels that keep columns of cells in registers: predicted by a
/// formula, and limited by the table of measured compilations (machine/CompiledShapes.h).
#pragma once

#include "machine/CompiledShapes.h"
#include "schedules/sweep/ColumnCost.h"

namespace stencilc::schedules {

/// Predictor of the registers of a thread for the sweep kernels of one program.
class SweepRegisters {
public:
  /// Looks up the sweep kernels of the program in the built-in table of measured compilations. An
  /// entry fits if its updates are those of the program. Names and values of coefficients may
  /// differ.
  explicit SweepRegisters(const analysis::Facts &facts);

  /// Returns the predicted registers of a thread of kernel number `index` of the program. `shape`
  /// has the rows of cells that the thread keeps in registers. `options` has the cells per thread
  /// and the prefetched planes. If the table of measured compilations has the kernel, the
  /// prediction is clamped to the measured range. This range goes from the smallest limit almost
  /// without spills to the number that ptxas allocates without a limit.
  int of(std::size_t index, const SweepShape &shape, const ColumnOptions &options) const;
  /// Returns the largest predicted number of registers of a thread over all kernels of a time step,
  /// compiled with `options`.
  int most(const ColumnOptions &options) const;

private:
  const analysis::Facts &facts;
  std::map<int, std::vector<machine::RegisterRange>> known; // by cells per thread; by kernel
};

} // namespace stencilc::schedules
