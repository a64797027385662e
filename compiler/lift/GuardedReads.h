/// \file Visits array reads together with the loop iterations in which conditions in the C program
/// let them happen.
#pragma once

#include "lift/Nest.h"
#include <functional>

namespace stencilc::lift {

/// Calls `use` for every array read in `value`, with the loops reduced to the iterations that
/// execute it. Conditions on positions around the read, as in `i > 0 ? u[i-1] : 0`, exclude
/// iterations. Reads that never happen are skipped.
void forGuardedReads(
    const Step &step, const Value &value, const std::vector<Loop> &loops,
    const std::function<void(const Node &read, const std::vector<Loop> &loops)> &use);

} // namespace stencilc::lift
