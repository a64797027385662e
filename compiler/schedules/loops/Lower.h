/// \file Lowering of schedule loops: CPU threads share rows, and a row is a vectorised loop.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"
#include "schedules/loops/LoopNest.h"
#include "schedules/loops/Skewed.h"

namespace stencilc::schedules {

/// Adds the CPU functions of each kernel, and the step function that calls them. Precondition:
/// `readers`, the functions that read cells beyond the grid, have been added.
void lowerLoops(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                kernel::Readers &readers);

/// Adds functions that read whole rows beyond a face, for all fields that CPU loops read beyond
/// faces.
void addRowReaders(const analysis::Facts &facts, kernel::Readers &readers);

/// Adds a CPU function for one kernel of a time step, and returns its id. For a field `T` with
/// three axes it is `updateT(s, g, fields, z, yBegin, yEnd)`, which updates rows yBegin to yEnd - 1
/// of plane z. With two axes it is `updateT(s, g, fields, y)`, which updates row y. Argument `s` is
/// the time step, and `g` the grid.
kernel::FunctionId lowerPlaneOf(kernel::Module &module, const LoopNest &kernel);

/// Adds the CPU function `launch`, which computes all fused time steps of `shape` in one call, and
/// the functions that it calls.
void lowerSkewed(kernel::Module &module, const analysis::Facts &facts, const SkewedShape &shape);

} // namespace stencilc::schedules
