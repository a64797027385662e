/// \file The cells for which a value is read, as the conditions around the read tell.
#pragma once

#include "lift/Nest.h"
#include <functional>

namespace stencilc::lift {

/// Calls `use` with every read below `value`, and with `loops` narrowed to a box that holds all
/// cells for which the conditions on positions around the read hold. Reads of no cell are left out.
void forGuardedReads(
    const Step &step, const Value &value, const std::vector<Loop> &loops,
    const std::function<void(const Node &read, const std::vector<Loop> &loops)> &use);

} // namespace stencilc::lift
