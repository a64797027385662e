/// \file Lifetimes of local fields, which exist only within a time step, and the buffers that hold
/// them.
#pragma once

#include "analysis/Dependence.h"

namespace stencilc::analysis {

/// Assigns a buffer to each local field, which exists only within a time step. Also sets the number
/// of buffers of fields that a `repeat` loop updates. Precondition: `dependence` has the kernels,
/// the loops, and the buffers of all other fields.
///
/// A local field lives from the kernel that computes it to the last kernel that reads it. If a loop
/// reads a value computed before the loop, the value lives to the end of the loop. Fields with
/// separate lives share a buffer. A local field may also use the buffer of a stored field: that of
/// t+1 before t+1 is written, or that of t after its last read. Of several orders of assignment,
/// the one with the fewest buffers is used.
void placeLocals(const ir::Program &program, Dependence &dependence);

} // namespace stencilc::analysis
