/// \file Grouping of stages into kernels, and the number of buffers of each field.
#pragma once

#include "ir/Program.h"
#include <map>
#include <vector>

namespace stencilc::analysis {

/// Consecutive stages that one pass over the grid computes. A later stage of a kernel reads t+1 of
/// an earlier one at the same cell only, so that the value stays in a register.
struct Kernel {
  std::vector<ir::StageId> stages;
  std::int64_t times = 1; // runs in a time step
};

/// A repeat: the kernels `first` to `last` run in this order, `count` times.
struct KernelLoop {
  std::size_t first, last;
  std::int64_t count;
};

/// Buffer that holds a local field, which exists only within a time step. It is a buffer of its
/// own, or one of another field while that field does not need it. Of a stored field, `level` 1 is
/// the buffer of t+1, free before t+1 is written. `level` 0 is that of t, free after the last read
/// of t.
struct LocalPlace {
  bool isStored = true; // false: the field stays in registers, its buffer is not accessed
  ir::FieldId field;
  int level = 1;
};

/// Kernels of a time step, and the buffers of fields.
struct Dependence {
  std::vector<Kernel> kernels;
  std::vector<KernelLoop> loops; // in the order of their kernels
  /// Buffers of all local fields, which exist only within a time step. They are valid if `kernels`
  /// run one after the other (analysis/Lifetimes.h).
  std::map<ir::FieldId, LocalPlace> locals;
  /// Number of buffers of each field: 1 if it is never updated, otherwise one for each time level
  /// and one for t+1. The one for t+1 is saved if t+1 may overwrite the oldest of several levels,
  /// or if an even number of iterations ends in the first buffer. Local fields (within a time step)
  /// without a buffer of their own have 0.
  std::map<ir::FieldId, int> buffers;
};

/// Groups the stages of a program into kernels, and assigns buffers to its fields.
Dependence computeDependence(const ir::Program &program);

} // namespace stencilc::analysis
