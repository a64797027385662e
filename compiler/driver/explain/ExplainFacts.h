/// \file The part of `explain` on the program: fields, footprints, cost, stability and roofline.
#pragma once

#include "analysis/Facts.h"
#include "plan/cost/Roofline.h"
#include "plan/interface/Plan.h"
#include "llvm/Support/raw_ostream.h"

namespace stencilc::driver {

/// Prints facts about the program, such as fields and footprints (offsets of reads). They do not
/// depend on the schedule, except for the numbers of buffers, which are those of `plan`.
void explainFacts(const analysis::Facts &facts, const plan::Plan &plan, llvm::raw_ostream &out);

/// Prints two upper bounds on the rate of the program on `target`, by memory and by arithmetic, and
/// says which is lower. `machine` names the machine whose data `target` holds.
void explainBound(const analysis::Facts &facts, const plan::Target &target,
                  const std::string &machine, const plan::Roofline &roofline,
                  llvm::raw_ostream &out);

/// Returns the extents as text: "128 x 128 x 128 cells (x, y, z)".
std::string cellsText(const ir::Program &program, const Extents &extents);

/// Returns the precision of a program as text: "f64", or "f32 computed as f64".
std::string precisionText(const ir::Program &program);

} // namespace stencilc::driver
