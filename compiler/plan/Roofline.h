/// \file The most updates per second that a target allows a program, whatever the schedule.
///
/// The roofline of Williams, Waterman and Patterson ("Roofline: an insightful visual performance
/// model for multicore architectures", CACM 2009): an update moves bytes and executes operations,
/// and the slower of the two is the bound.
#pragma once

#include "analysis/Facts.h"
#include "plan/Estimate.h"

namespace stencilc::plan {

/// Bounds in updates per second. A schedule that fuses several steps to one kernel over memory may
/// exceed the one of memory, which is for one step at a time.
struct Roofline {
  double memory = 0;
  double arithmetic = 0;                   // 0: not known for this target
  double operations = 0;                   // per update, in the units of `operationRate`
  double bytesRate = 0, operationRate = 0; // per second: what a copy reaches, what the chip issues

  bool memoryBinds() const { return arithmetic == 0 || memory <= arithmetic; }
  double bound() const { return memoryBinds() ? memory : arithmetic; }
};

/// The bound of `facts.program` on `target`: every field level read once and every result written
/// once per update, and each operation once, in the precision the program computes in.
Roofline computeRoofline(const analysis::Facts &facts, const Target &target);

} // namespace stencilc::plan
