/// \file Functions that the host calls to compute numbers from parameters, cells and reduction
/// results. They become members of the program description.
#pragma once

#include "kernel/Kernel.h"

namespace stencilc::kernel {

/// Adds the host functions that the program needs (see stencilc/Description.h): `uniforms`,
/// `stepUniforms`, `initialValue`, `olderValue`, `reportValue`, `ruleHolds`, `iterationsEnd`,
/// `pointPlace`, and others.
void lowerHostFunctions(Module &module);

} // namespace stencilc::kernel
