/// \file Upper bound on the cell updates per second of a program on a target, for any schedule.
///
/// The bound is the roofline of Williams, Waterman and Patterson ("Roofline: an insightful visual
/// performance model for multicore architectures", CACM 2009). An update transfers bytes and
/// executes operations, and the slower of the two is the bound.
#pragma once

#include "analysis/Facts.h"
#include "plan/cost/Estimate.h"

namespace stencilc::plan {

/// Upper bounds of the rate of a program, in cell updates per second. `memory` assumes that each
/// time step reads and writes all cells in memory. Schedules that fuse time steps may therefore
/// exceed it.
struct Roofline {
  double memory = 0;     // bound by bytes
  double arithmetic = 0; // bound by operations; 0: not known for this target
  double operations = 0; // arithmetic operations per cell update
  /// Bytes per second of a copy in memory (`bytesRate`), and peak number of arithmetic operations
  /// per second (`operationRate`).
  double bytesRate = 0, operationRate = 0;

  bool memoryBinds() const { return arithmetic == 0 || memory <= arithmetic; }
  double bound() const { return memoryBinds() ? memory : arithmetic; }
};

/// Returns the roofline bounds (bytes / bandwidth, operations / peak rate) of the program on
/// `target`. They assume that an update reads each field once at each time level, and writes each
/// result once. A CPU has no bound by arithmetic.
Roofline computeRoofline(const analysis::Facts &facts, const Target &target);

} // namespace stencilc::plan
