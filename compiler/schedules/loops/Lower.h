/// \file Lowering of schedule loops: host functions in which threads share rows, and rows are
/// vectorised loops.
#pragma once

#include "kernel/Readers.h"
#include "plan/Plan.h"
#include "schedules/loops/LoopNest.h"
#include "schedules/loops/Skewed.h"

namespace stencilc::schedules {

/// Adds the functions of each kernel and the step function that calls them. `readers` must have
/// been added before.
void lowerLoops(kernel::Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                kernel::Readers &readers);

/// Adds readers of rows beyond faces, for the fields of which loops read such rows.
void addRowReaders(const analysis::Facts &facts, kernel::Readers &readers);

/// Adds `updateT(s, g, fields, z, yBegin, yEnd)`, or with two axes `updateT(s, g, fields, y)`. It
/// updates rows of one plane of the last axis, in one kernel of step `s`.
kernel::FunctionId lowerPlaneOf(kernel::Module &module, const LoopNest &kernel);

/// Adds `launch`, which does all steps of `shape` in one call, and the functions that it calls,
/// including readers.
void lowerSkewed(kernel::Module &module, const analysis::Facts &facts, const SkewedShape &shape);

} // namespace stencilc::schedules
