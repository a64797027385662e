/// \file Operations and bytes per cell update, and their ratio.
#pragma once

#include "analysis/Dependence.h"
#include "ir/Program.h"

namespace stencilc::analysis {

struct Operations {
  int add = 0, multiply = 0, fma = 0, divide = 0, sqrt = 0, special = 0, compare = 0, convert = 0;
  /// How many of the divisions are of a constant by a root, each with a root of its own: GPUs do
  /// both in one, without a branch (runtime/include/stencilc/Root.h).
  int perRoot = 0;
  /// Floating-point operations: an fma counts two.
  int flops() const { return add + multiply + 2 * fma + divide + sqrt + special; }
};

struct KernelCost {
  Operations operations; // each DAG node once
  /// Bytes through memory for one cell: every field level read once, every target written once.
  int bytesRead = 0, bytesWritten = 0;
  int temporaries = 0; // of the stage that has most (Temporaries.h)
  int points = 0;      // tables of points that updates ask for a weight
};

struct Cost {
  std::vector<KernelCost> kernels; // parallel to Dependence::kernels
  Operations operations;           // sum over kernels
  int bytesRead = 0, bytesWritten = 0;
  int bytes() const { return bytesRead + bytesWritten; }
  double intensity() const { return bytes() ? double(operations.flops()) / bytes() : 0; }
};

Cost computeCost(const ir::Program &program, const Dependence &dependence);

} // namespace stencilc::analysis
