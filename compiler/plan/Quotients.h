/// \file What divisions and roots cost that a kernel asks about one by one.
///
/// A quotient is an approximation, a few steps of Newton's, and a test of its operands with a
/// branch, across which compilers move nothing: those of a thread's cells come one after the other,
/// and only other warps fill the time. Not so constants over roots (analysis/PerRoot.h), which have
/// no branch, nor quotients that tell of rare operands by the row (analysis/ToldQuotients.h).
/// Instructions are those of machine code (nvcc 13.0, sm_90), cycles what runs on an H100 took
/// beyond all else (bench/log/2026-11-27-registers-foreseen.md).
#pragma once

#include "analysis/Facts.h"

namespace stencilc::plan {

/// Instructions of an update by kernel `index`, beside those that arithmeticInstructions() counts.
double quotientInstructions(const analysis::Facts &facts, std::size_t index);

/// Cycles of a thread for the quotients of a cell, one after the other.
double quotientCycles(const analysis::Facts &facts, std::size_t index);

} // namespace stencilc::plan
