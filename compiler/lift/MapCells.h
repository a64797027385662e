/// \file Visits or replaces every array access in a time step that the lifter has read from C
/// loops.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// Calls `use` for every array cell that `step`, a time step read from C loops, writes or reads.
void forAllCells(const Step &step, const std::function<void(const ArrayRead &)> &use);

/// Replaces every array cell that `step`, a time step read from C loops, writes or reads. The new
/// cell is the one that `change` returns for it.
void mapCells(Step &step,
              const std::function<ArrayRead(const ArrayRead &, llvm::SMLoc place)> &change);

} // namespace stencilc::lift
