/// \file Schedule loops as functions of the host: threads share rows, rows are vector loops.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"
#include "schedules/loops/LoopNest.h"
#include "schedules/loops/Skewed.h"

namespace stencilc::schedules {

/// The functions of each kernel and the one that calls them. `readers` are there already.
void lowerLoops(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                kernel::Readers &readers);

/// Readers of rows beyond faces, for all fields that loops read such rows of.
void addRowReaders(const analysis::Facts &facts, kernel::Readers &readers);

/// `updateT(s, g, fields, z, yBegin, yEnd)`, with two axes `updateT(s, g, fields, y)`: a plane of
/// the last axis by one kernel of the step `s`.
kernel::FunctionId lowerPlaneOf(kernel::Module &module, const LoopNest &kernel);

/// `launch`, which does the steps of `shape` at once, and the functions it calls, readers among
/// them.
void lowerSkewed(kernel::Module &module, const analysis::Facts &facts, const SkewedShape &shape);

} // namespace stencilc::schedules
