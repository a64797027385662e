/// \file Visits or replaces every array access of a lifted step.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// Calls `use` for every array cell that the lifted step writes or reads.
void forAllCells(const Step &step, const std::function<void(const ArrayRead &)> &use);

/// Replaces every array cell that the lifted step writes or reads by the cell that `change` returns
/// for it.
void mapCells(Step &step,
              const std::function<ArrayRead(const ArrayRead &, llvm::SMLoc place)> &change);

} // namespace stencilc::lift
