/// \file Reductions for reports, rules and in-step reductions, as functions of the kernel tree.
#pragma once

#include "kernel/Readers.h"
#include <set>
#include <vector>

namespace stencilc::kernel {

/// Reports and rules that are evaluated every `every` time steps, with all reductions they need.
/// One pass over the cells computes these. There are none if in-step reductions of the time step
/// compute them.
struct CheckGroup {
  std::int64_t every;
  std::set<ir::ReductionId> reductions;
};
std::vector<CheckGroup> checkGroups(const ir::Program &program);

/// Returns true if the group reads the oldest time level. Only a launch of a single time step keeps
/// that level, so fused steps must end before it.
bool needsSingleStep(const analysis::Facts &facts, const CheckGroup &group);

/// The functions that reduce values of cells: kernels, kernels of a range of rows (their
/// parameter), or host functions.
enum class ReducedBy : std::uint8_t { Kernels, KernelsOfSomeRows, Host };

/// Adds the reductions of reports, rules and in-step reductions: a function such as `checkEvery10`
/// for each group of checks, and one such as `survey0` for each in-step reduction.
void lowerChecks(Module &module, const analysis::Facts &facts, const Readers &readers,
                 ReducedBy by);

} // namespace stencilc::kernel
