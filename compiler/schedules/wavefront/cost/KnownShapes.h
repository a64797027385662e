/// \file Registers of wavefront kernels that were compiled once (machine/CompiledShapes.h).
#pragma once

#include "schedules/wavefront/shape/Shape.h"
#include <vector>

namespace stencilc::schedules {

/// Wavefront kernel that was compiled once: its options, the registers of a thread, and the
/// registers that spill to local memory.
struct KnownShape {
  WavefrontOptions plan;
  int registers = 0, spilled = 0;
};

/// Returns the wavefront kernels, compiled once, whose updates are those of the program. Names and
/// the values of coefficients may differ.
std::vector<KnownShape> knownShapes(const analysis::Facts &facts);

/// Sets the registers of `shape`, spilled ones included, to those of the compiled kernel with the
/// same options. Does nothing if `known` does not contain it. Options that hardly change the code,
/// such as the prefetch distance, may differ.
void useKnownRegisters(WavefrontShape &shape, const std::vector<KnownShape> &known);

} // namespace stencilc::schedules
