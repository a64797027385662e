/// \file Cost of reductions whose results the host waits for: within a time step, in reports, and
/// in rules (`until` conditions).
#pragma once

#include "analysis/Facts.h"
#include "machine/Target.h"
#include <string>
#include <vector>

namespace stencilc::plan {

/// A pass over all cells of the planned grid that computes reductions whose results the host waits
/// for.
struct WaitedPass {
  std::vector<ir::ReductionId> reductions;
  double perStep = 0;   // passes per time step
  double bytes = 0;     // read per cell; bytes read again from L2 count by their cost
  double seconds = 0;   // to read all cells
  double untilHost = 0; // seconds from the end of the reads until the host launches again
  double untilNext = 0; // seconds more for each device after the first
};

/// Returns the passes over all cells that compute reductions within a time step, and for reports
/// and rules (`until` conditions) between steps. Passes in the first step only are left out. A
/// repeat counts with its largest number of iterations.
std::vector<WaitedPass> waitedPasses(const analysis::Facts &facts, const machine::Target &target);

/// Returns the seconds of `passes` per 1e9 cell updates. A reduction runs at the rate of a copy
/// (bench/log/speed/2026-11-22-reductions.md), and no kernel overlaps with it. If `devices` devices
/// share the domain, each of them reduces the planes that it has.
double secondsWaited(const analysis::Facts &facts, const std::vector<WaitedPass> &passes,
                     int devices = 1);

} // namespace stencilc::plan
