/// \file Builds the host functions of an emitted program. They compute, for example, initial
/// values, the scalars of a time step, values of reports, and `until` conditions. The runtime calls
/// them through ProgramDescription, the table of a program.
#pragma once

#include "kernel/Kernel.h"

namespace stencilc::kernel {

/// Adds all host functions that the program needs: `uniforms`, `stepUniforms`, `initialValue`,
/// `olderValue`, `reportValue`, `ruleHolds`, `iterationsEnd`, `pointPlace`, and others.
/// stencilc/Description.h explains each function.
void lowerHostFunctions(Module &module);

} // namespace stencilc::kernel
