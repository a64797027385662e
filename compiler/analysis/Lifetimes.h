/// \file Lifetimes of local fields, which exist only within a time step, and the buffers that hold
/// them.
#pragma once

#include "analysis/Dependence.h"

namespace stencilc::analysis {

/// Assigns a buffer to each local field (within a time step). Also sets the number of buffers of
/// fields where it depends on iterations. Kernels, loops and the buffers of other fields must be
/// set before.
///
/// A local field lives from the kernel that computes it to the last one that reads it. If a loop
/// reads a value computed before it, the value lives to the end of the loop. Fields with separate
/// lives share a buffer. A local field may also use a buffer of a stored field: that of t+1 before
/// it is written, or that of t after its last read. Several orders of assignment are tried, and the
/// one that needs the fewest buffers is used.
void placeLocals(const ir::Program &program, Dependence &dependence);

} // namespace stencilc::analysis
