/// \file What the host computes from parameters, for cells and from results of reductions:
/// functions of the description of a program.
#pragma once

#include "kernel/Kernel.h"

namespace stencilc::kernel {

/// Adds, as far as the program has them: `uniforms`, `stepUniforms`, `initialValue`, `olderValue`,
/// `reportValue`, `ruleHolds`, `iterationsEnd`,
/// `pointPlace` (stencilc/Description.h says what they are asked).
void lowerHostFunctions(Module &module);

} // namespace stencilc::kernel
