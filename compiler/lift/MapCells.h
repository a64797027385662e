/// \file All cells that a step names, looked at or replaced.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// Calls `use` with every cell that is written or read, and the loops around it where it is a
/// write's.
void forAllCells(const Step &step, const std::function<void(const ArrayRead &)> &use);

/// Replaces every cell by what `change` makes of it.
void mapCells(Step &step,
              const std::function<ArrayRead(const ArrayRead &, llvm::SMLoc place)> &change);

} // namespace stencilc::lift
