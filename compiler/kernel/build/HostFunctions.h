/// \file Host functions that compute numbers from parameters, cells and results of reductions. The
/// runtime calls them through ProgramDescription, the table of an emitted program.
#pragma once

#include "kernel/Kernel.h"

namespace stencilc::kernel {

/// Adds all host functions that the program needs: `uniforms`, `stepUniforms`, `initialValue`,
/// `olderValue`, `reportValue`, `ruleHolds`, `iterationsEnd`, `pointPlace`, and others.
/// stencilc/Description.h explains each function.
void lowerHostFunctions(Module &module);

} // namespace stencilc::kernel
