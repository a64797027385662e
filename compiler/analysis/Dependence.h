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

/// Buffer of a local field, which exists only within a time step: the buffer of the field `field`,
/// which is the local field itself or another one. If `field` is a stored field, its buffer of t+1
/// (`level` 1) is used before t+1 is written. Its buffer of t (`level` 0) is used after the last
/// read of t.
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
  /// Number of buffers of each field. It is 1 for a field that is never updated. Other stored
  /// fields have one for each time level and one for t+1. They have no extra one if t+1 may
  /// overwrite the oldest level, or t after an even number of `repeat` iterations. Local fields
  /// (within a time step) have 1, or 0 if they share a buffer or stay in registers.
  std::map<ir::FieldId, int> buffers;
};

/// Groups the stages of a program into kernels, and assigns buffers to its fields.
Dependence computeDependence(const ir::Program &program);

} // namespace stencilc::analysis
