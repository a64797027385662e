/// \file What reports, rules and steps need of all cells, as functions of the kernel tree.
#pragma once

#include "kernel/Readers.h"
#include <set>
#include <vector>

namespace stencilc::kernel {

/// What is due after the same steps: reductions that share one pass over the cells; none where
/// surveys of the step have found all.
struct CheckGroup {
  std::int64_t every;
  std::set<ir::ReductionId> reductions;
};
std::vector<CheckGroup> checkGroups(const ir::Program &program);

/// Whether a group reads a level that only a step by itself leaves: the oldest, which users no
/// longer see after it.
bool needsSingleStep(const analysis::Facts &facts, const CheckGroup &group);

/// Which functions reduce; kernels of some rows are told which.
enum class ReducedBy : std::uint8_t { Kernels, KernelsOfSomeRows, Host };

/// Adds the pass over the cells of each group, `checkEvery10` for what is due every 10 steps, and
/// of each survey, `survey0`.
void lowerChecks(Module &module, const analysis::Facts &facts, const Readers &readers,
                 ReducedBy by);

} // namespace stencilc::kernel
