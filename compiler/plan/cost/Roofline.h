/// \file Upper bound on the updates per second of a program on a target, for any schedule.
///
/// It is the roofline of Williams, Waterman and Patterson ("Roofline: an insightful visual
/// performance model for multicore architectures", CACM 2009). An update transfers bytes and
/// executes operations, and the slower of the two is the bound.
#pragma once

#include "analysis/Facts.h"
#include "plan/cost/Estimate.h"

namespace stencilc::plan {

/// Upper bounds of the rate of a program, in cell updates per second. The memory bound is that of
/// separate time steps, so that schedules which fuse time steps may exceed it.
struct Roofline {
  double memory = 0;
  double arithmetic = 0;                   // 0: not known for this target
  double operations = 0;                   // arithmetic operations per cell update
  double bytesRate = 0, operationRate = 0; // bytes of a copy, and arithmetic operations, per second

  bool memoryBinds() const { return arithmetic == 0 || memory <= arithmetic; }
  double bound() const { return memoryBinds() ? memory : arithmetic; }
};

/// Returns the roofline bounds of the program on `target`. An update reads each field once at each
/// time level, writes each result once, and executes each operation once. Operations have the
/// precision in which the program computes.
Roofline computeRoofline(const analysis::Facts &facts, const Target &target);

} // namespace stencilc::plan
