/// \file Operations and bytes of one cell update, and their ratio.
#pragma once

#include "analysis/Dependence.h"
#include "ir/Program.h"

namespace stencilc::analysis {

/// Numbers of operations of each kind, such as those of one cell update.
struct Operations {
  int add = 0, multiply = 0, fma = 0, divide = 0, sqrt = 0, special = 0, compare = 0, convert = 0;
  /// Number of divisions of a constant by a square root. Several divisions by the same root count
  /// as one. GPUs compute root and division in one sequence without a branch.
  int perRoot = 0;
  /// Returns the number of floating-point operations. An fma counts as two; comparisons and
  /// conversions do not count.
  int flops() const { return add + multiply + 2 * fma + divide + sqrt + special; }
};

/// Operations and bytes of one cell update by a kernel.
struct KernelCost {
  Operations operations; // each node of the expression graph once
  /// Bytes of memory traffic for one cell. Each field is read once at each time level, however many
  /// neighbours are read, and each result is written once.
  int bytesRead = 0, bytesWritten = 0;
  int temporaries = 0; // intermediate values of the stage that has most (Temporaries.h)
  int points = 0;      // sources whose points an update looks up
};

/// Cost of one cell in a time step, summed over all kernels. A kernel that runs several times in a
/// step counts several times.
struct Cost {
  std::vector<KernelCost> kernels; // parallel to Dependence::kernels
  Operations operations;           // sum over kernels
  int bytesRead = 0, bytesWritten = 0;
  int bytes() const { return bytesRead + bytesWritten; }
  double intensity() const { return bytes() ? double(operations.flops()) / bytes() : 0; }
};

Cost computeCost(const ir::Program &program, const Dependence &dependence);

} // namespace stencilc::analysis
