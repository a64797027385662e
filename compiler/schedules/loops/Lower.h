/// \file Lowering of schedule loops: CPU threads share rows, and a row is a vectorised loop.
#pragma once

#include "kernel/build/Readers.h"
#include "plan/interface/Plan.h"
#include "schedules/loops/LoopNest.h"
#include "schedules/loops/Skewed.h"

namespace stencilc::schedules {

/// Adds to `module` the CPU functions that update cells, for each kernel of `plan`, and the
/// function of a time step that calls them. `readers` provides the functions of `module` that read
/// cells beyond the grid. Functions that read whole rows are added to it.
void lowerLoops(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                kernel::Readers &readers);

/// Adds functions to `readers` that return a whole row beyond a face of y or z. It does so for each
/// field that updates read there, unless its fixed boundary values depend on the position.
void addRowReaders(const analysis::Facts &facts, kernel::Readers &readers);

/// Adds to `module` a CPU function that updates rows by `kernel`, one kernel of the program, and
/// returns its id. With three axes it is `updateT(s, g, fields, z, yBegin, yEnd)`, which updates
/// rows yBegin to yEnd - 1 of plane z. With two axes it is `updateT(s, g, fields, y)`, which
/// updates row y. T is the name of a field, `s` the time step, and `g` the grid.
kernel::FunctionId lowerPlaneOf(kernel::Module &module, const LoopNest &kernel);

/// Adds the CPU function `launch` to `module`, which computes `shape.steps` time steps in one call,
/// and the functions that it calls. Time skewing is the order of updates: each time step trails the
/// one before by some planes.
void lowerSkewed(kernel::Module &module, const analysis::Facts &facts, const SkewedShape &shape);

} // namespace stencilc::schedules
