/// \file Functions of the kernel tree that reduce values of cells, for reports, for rules (stopping
/// conditions) and within time steps.
#pragma once

#include "kernel/build/Readers.h"
#include <set>
#include <vector>

namespace stencilc::kernel {

/// Reports and rules (stopping conditions) that are evaluated every `every` time steps.
/// `reductions` has the reductions that they need and that no time step computes itself. One pass
/// over the cells computes all of them.
struct CheckGroup {
  std::int64_t every;
  std::set<ir::ReductionId> reductions;
};
std::vector<CheckGroup> checkGroups(const ir::Program &program);

/// Returns true if `group`, reports and rules with the same period, reads the oldest time level. A
/// launch of several time steps overwrites that level, so a launch of a single step must precede
/// the evaluation of the group.
bool needsSingleStep(const analysis::Facts &facts, const CheckGroup &group);

/// The functions that reduce values of cells: kernels over the whole grid, kernels over a range of
/// rows that is a parameter, or functions of the host.
enum class ReducedBy : std::uint8_t { Kernels, KernelsOfSomeRows, Host };

/// Adds the functions that compute reductions: one for reports and rules (stopping conditions) with
/// the same period, such as `checkEvery10`. Adds one, such as `globalReduction0`, for each
/// reduction within a time step. `by` selects kernels over all cells, kernels over some rows, or
/// host code.
void lowerChecks(Module &module, const analysis::Facts &facts, const Readers &readers,
                 ReducedBy by);

} // namespace stencilc::kernel
