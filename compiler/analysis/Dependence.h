/// \file Grouping of stages (update statements) into kernels, and the number of buffers of each
/// field.
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

/// Buffer of a local field, which exists only within a time step. It is separate, or shared with
/// another field. With a stored field it shares the buffer of t+1 before t+1 is written (`level`
/// 1), or that of t after its last read (`level` 0).
struct LocalPlace {
  bool isStored = true; // false: the field stays in registers, its buffer is not accessed
  ir::FieldId field;
  int level = 1;
};

/// Kernels of a time step in the order of execution, and the buffers of all fields.
struct Dependence {
  std::vector<Kernel> kernels;
  std::vector<KernelLoop> loops; // in the order of their kernels
  /// Buffers of all local fields, which exist only within a time step. The assignment holds only if
  /// `kernels` run one after the other.
  std::map<ir::FieldId, LocalPlace> locals;
  /// Number of buffers of each field: 1 if it is never updated, otherwise one for each time level
  /// and one more for t+1. The buffer for t+1 is left out if t+1 may overwrite the oldest level, or
  /// if an even number of `repeat` iterations ends in the first buffer. Local fields (within a time
  /// step) in a shared buffer have 0.
  std::map<ir::FieldId, int> buffers;
};

/// Groups the stages of a program into kernels, and assigns buffers to its fields.
Dependence computeDependence(const ir::Program &program);

} // namespace stencilc::analysis
