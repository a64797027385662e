/// \file Visits reads of cells together with the conditions under which they are executed.
#pragma once

#include "lift/Nest.h"
#include <functional>

namespace stencilc::lift {

/// Calls `use` for every read in `value`. It passes `loops` narrowed to the iterations for which
/// the conditions on positions around the read hold. Reads that are never executed are left out.
void forGuardedReads(
    const Step &step, const Value &value, const std::vector<Loop> &loops,
    const std::function<void(const Node &read, const std::vector<Loop> &loops)> &use);

} // namespace stencilc::lift
