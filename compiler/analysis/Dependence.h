/// \file Which stages may run as one kernel over the grid, and how many buffers each field needs.
#pragma once

#include "ir/Program.h"
#include <map>
#include <vector>

namespace stencilc::analysis {

/// Consecutive stages computed in one sweep over the grid. A later stage of a kernel reads the t+1
/// of an earlier one at the centre only, so the value is forwarded without going through memory.
struct Kernel {
  std::vector<ir::StageId> stages;
  std::int64_t times = 1; // in a step
};

/// Kernels `first` to `last` run `count` times in turn.
struct KernelLoop {
  std::size_t first, last;
  std::int64_t count;
};

/// The buffer that holds a local field: its own, that of another local field, or one of a field
/// while nobody needs what is in it: level 1 before t+1 is written, level 0 after t was read.
struct LocalPlace {
  bool isStored = true; // else it never leaves its kernel, and the place is one that does no harm
  ir::FieldId field;
  int level = 1;
};

struct Dependence {
  std::vector<Kernel> kernels;
  std::vector<KernelLoop> loops; // in order
  /// Local fields, all of them, of a program that is stepped by `kernels` (analysis/Lifetimes.h).
  std::map<ir::FieldId, LocalPlace> locals;
  /// Buffers per field: 1 for fields never updated, else one for each level and one for t+1, which
  /// takes the place of the oldest of several levels where that is read by updates of the same
  /// cell only. A field that takes an even number of iterations may come back to where it was: 1.
  /// 0 for local fields without one of their own.
  std::map<ir::FieldId, int> buffers;
};

Dependence computeDependence(const ir::Program &program);

} // namespace stencilc::analysis
