/// \file Visits array reads together with the loop iterations in which conditions let them happen.
#pragma once

#include "lift/Nest.h"
#include <functional>

namespace stencilc::lift {

/// Calls `use` for every read in `value`, with the range of loop iterations that execute it.
/// `loops` are narrowed by the conditions on positions around the read, as in `i > 0 ? u[i-1] : 0`.
/// Reads that never happen are skipped.
void forGuardedReads(
    const Step &step, const Value &value, const std::vector<Loop> &loops,
    const std::function<void(const Node &read, const std::vector<Loop> &loops)> &use);

} // namespace stencilc::lift
