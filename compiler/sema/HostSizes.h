/// \file Sizes of axes along which kernels may see a part of the grid: the host computes them.
#pragma once

#include "ir/Program.h"

namespace stencilc::sema {

/// Makes sizes that cells and boundaries use uniforms: of the last axis where a field repeats along
/// it, and of the second of three axes. A kernel for a part of the domain sees another grid along
/// these. Other axes keep theirs, as do axes whose positions are used: no kernel is for a part of
/// them.
ir::Program takeSizesFromHost(ir::Program program);

} // namespace stencilc::sema
