/// \file Host functions that compute numbers from parameters, cells and reduction results. The
/// runtime calls them through ProgramDescription.
#pragma once

#include "kernel/Kernel.h"

namespace stencilc::kernel {

/// Adds the host functions that the program needs (see stencilc/Description.h): `uniforms`,
/// `stepUniforms`, `initialValue`, `olderValue`, `reportValue`, `ruleHolds`, `iterationsEnd`,
/// `pointPlace`, and others.
void lowerHostFunctions(Module &module);

} // namespace stencilc::kernel
