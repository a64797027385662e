/// \file The update of a cell in one of two steps: what it reads, and where that is.
#pragma once

#include "kernel/KernelBody.h"

namespace stencilc::schedules {

/// One update, in words of the function being written.
struct CellUpdate {
  std::vector<kernel::Term> cell;     // in the grid
  kernel::Term inside = 0;            // whether no read leaves the grid from there
  kernel::KernelBody::Accessors near; // functions that read a displaced cell on the chip
  std::function<kernel::Term(ir::StageId)> place; // of a new value
};

/// Updates the cell. What is not near comes from memory: straight where no read leaves the grid,
/// else by the fields' readers.
void updateCell(kernel::Builder &k, kernel::KernelBody &body, const analysis::KernelFacts &kernel,
                const kernel::Readers &readers, const CellUpdate &update);

} // namespace stencilc::schedules
