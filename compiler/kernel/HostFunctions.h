/// \file Functions that the host calls to compute numbers from parameters, cells and reduction
/// results. They become members of the program description.
#pragma once

#include "kernel/Kernel.h"

namespace stencilc::kernel {

/// Adds those functions of stencilc/Description.h that the program needs: `uniforms`,
/// `stepUniforms`, `initialValue`, `olderValue`, `reportValue`, `ruleHolds`, `iterationsEnd`,
/// `pointPlace`.
void lowerHostFunctions(Module &module);

} // namespace stencilc::kernel
