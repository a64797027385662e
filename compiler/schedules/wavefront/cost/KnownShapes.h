/// \file Registers of wavefront kernels from the built-in table of measured compilations
/// (machine/CompiledShapes.h).
#pragma once

#include "schedules/wavefront/shape/Shape.h"
#include <vector>

namespace stencilc::schedules {

/// Entry of the built-in table of measured compilations: the options of a wavefront kernel, the
/// registers of a thread, and the registers that spill to local memory.
struct KnownShape {
  WavefrontOptions plan;
  int registers = 0, spilled = 0;
};

/// Returns those wavefront kernels in the built-in table of measured compilations whose updates are
/// the updates of the program. Names of fields and values of coefficients may differ.
std::vector<KnownShape> knownShapes(const analysis::Facts &facts);

/// Sets the predicted registers of `shape` to those measured for a kernel with the same options.
/// `known` has the measured kernels. Registers that spilled are included. Options that hardly
/// change the code, such as the prefetch distance, may differ. Does nothing if `known` has no such
/// kernel.
void useKnownRegisters(WavefrontShape &shape, const std::vector<KnownShape> &known);

} // namespace stencilc::schedules
