/// \file Cost of reductions for whose results the host waits. They are computed within a time step,
/// for reports, or for rules (`until` conditions).
#pragma once

#include "analysis/Facts.h"
#include "machine/Target.h"
#include <string>
#include <vector>

namespace stencilc::plan {

/// A pass over all cells of the planned grid that computes one or more reductions. The host waits
/// for the results before it launches the next kernel.
struct WaitedPass {
  std::vector<ir::ReductionId> reductions;
  double perStep = 0;   // number of such passes per time step; below 1 if not in each step
  double bytes = 0;     // bytes read per cell; a byte read again from L2 counts as a fraction
  double seconds = 0;   // seconds in which one device reads all cells
  double untilHost = 0; // seconds from the end of the reads to the next launch
  double untilNext = 0; // additional seconds for each device but one
};

/// Returns the passes over all cells in which the program computes reductions: within a time step,
/// for reports, and for rules (`until` conditions). Passes that only the first time step executes
/// are left out. A reduction in a `repeat` counts with the largest number of iterations.
std::vector<WaitedPass> waitedPasses(const analysis::Facts &facts, const machine::Target &target);

/// Returns the predicted seconds of `passes` (reductions over all cells) per 1e9 cell updates. A
/// reduction reads at the rate of a copy (bench/log/speed/2026-11-22-reductions.md), and overlaps
/// with no kernel. If several devices share the domain (`devices`), each one reduces its own
/// planes.
double secondsWaited(const analysis::Facts &facts, const std::vector<WaitedPass> &passes,
                     int devices = 1);

} // namespace stencilc::plan
