/// \file From when to when the values within a step are needed, and which buffers hold them.
#pragma once

#include "analysis/Dependence.h"

namespace stencilc::analysis {

/// Gives every local field a place, and sets how many buffers fields have where that depends on
/// iterations. Kernels, loops and buffers of the other fields are there already.
///
/// A local field lives from the kernel that computes it to the last that reads it; what is read
/// inside of a loop and computed before it, to the end of the loop. Two that live apart share a
/// buffer, and a local field may have one of a field's two: that of t+1 before it is written, that
/// of t after it was read. Of several orders in which places are given the one that needs the
/// fewest buffers is taken.
void placeLocals(const ir::Program &program, Dependence &dependence);

} // namespace stencilc::analysis
