/// \file Schedule loops as functions of the host: threads share rows, rows are vector loops.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"

namespace stencilc::schedules {

/// The functions of each kernel and the one that calls them. `readers` are there already.
void lowerLoops(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                kernel::Readers &readers);

} // namespace stencilc::schedules
