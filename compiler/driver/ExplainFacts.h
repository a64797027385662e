/// \file The part of `explain` about the program: fields, reach, cost, stability, bounds.
#pragma once

#include "analysis/Facts.h"
#include "plan/Plan.h"
#include "plan/Roofline.h"
#include "llvm/Support/raw_ostream.h"

namespace stencilc::driver {

/// Prints what was found about the program, before any schedule.
void explainFacts(const analysis::Facts &facts, const plan::Plan &plan, llvm::raw_ostream &out);

/// Prints the roofline of the program on `target`, whose numbers are those of `machine`, and which
/// of its bounds binds.
void explainBound(const analysis::Facts &facts, const plan::Target &target,
                  const std::string &machine, const plan::Roofline &roofline,
                  llvm::raw_ostream &out);

/// "128 x 128 x 128 cells (x, y, z)".
std::string cellsText(const ir::Program &program, const Extents &extents);

/// "f64", or "f32 computed as f64".
std::string precisionText(const ir::Program &program);

} // namespace stencilc::driver
