/// \file Cost of divisions and roots that a thread computes one after the other.
///
/// A division is an approximation, some Newton steps, and a test of its operands with a branch.
/// Compilers move no code across the branch. The divisions of a thread's cells therefore run one
/// after the other, and only other warps can use the time. Constants over roots
/// (analysis/PerRoot.h) and divisions with deferred checks (analysis/DeferredQuotients.h) have no
/// such branch. Instructions are from machine code (nvcc 13.0, sm_90), cycles from runs on an H100
/// (bench/log/planner/2026-11-27-registers-foreseen.md).
#pragma once

#include "analysis/Facts.h"

namespace stencilc::plan {

/// Returns the number of instructions per cell update with which kernel number `index` of the
/// program tests the operands of divisions and roots. The 10 instructions that the cost model
/// counts for each division or root itself are not included.
double quotientInstructions(const analysis::Facts &facts, std::size_t index);

/// Returns the number of cycles that a thread takes for the divisions and roots of one cell, in
/// kernel number `index` of the program. They run one after the other, because each has a test with
/// a branch.
double quotientCycles(const analysis::Facts &facts, std::size_t index);

} // namespace stencilc::plan
