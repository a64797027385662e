/// \file Registers of wavefront kernels that were compiled once (machine/CompiledShapes.h).
#pragma once

#include "schedules/wavefront/shape/Shape.h"
#include <vector>

namespace stencilc::schedules {

/// A compiled wavefront kernel: its options, the registers of a thread, and its spilled registers.
struct KnownShape {
  WavefrontOptions plan;
  int registers = 0, spilled = 0;
};

/// Returns the compiled wavefront kernels with the updates of a program. Names and coefficients of
/// programs do not matter.
std::vector<KnownShape> knownShapes(const analysis::Facts &facts);

/// Sets the registers of `shape` to those of the compiled kernel with the same options, if `known`
/// has it. Options that hardly change the code, such as the prefetch distance, may differ.
void useKnownRegisters(WavefrontShape &shape, const std::vector<KnownShape> &known);

} // namespace stencilc::schedules
