/// \file Reductions for reports, rules and surveys, as functions of the kernel tree.
#pragma once

#include "kernel/Readers.h"
#include <set>
#include <vector>

namespace stencilc::kernel {

/// Checks that are due after the same steps: reductions that share one pass over the cells. Without
/// reductions if surveys of the step compute everything needed.
struct CheckGroup {
  std::int64_t every;
  std::set<ir::ReductionId> reductions;
};
std::vector<CheckGroup> checkGroups(const ir::Program &program);

/// Returns true if a group reads the oldest level, which exists only after a step launched alone.
bool needsSingleStep(const analysis::Facts &facts, const CheckGroup &group);

/// Functions that reduce. KernelsOfSomeRows get the range of rows as a parameter.
enum class ReducedBy : std::uint8_t { Kernels, KernelsOfSomeRows, Host };

/// Adds a function for each group's pass over the cells, such as `checkEvery10` for checks every 10
/// steps, and for each survey, such as `survey0`.
void lowerChecks(Module &module, const analysis::Facts &facts, const Readers &readers,
                 ReducedBy by);

} // namespace stencilc::kernel
