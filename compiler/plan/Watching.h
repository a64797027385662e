/// \file What passes over the cells cost whose results the host waits for: those for numbers of the
/// whole grid, reports and rules.
#pragma once

#include "analysis/Facts.h"
#include "machine/Target.h"
#include <string>
#include <vector>

namespace stencilc::plan {

/// One such pass, on the grid planned for.
struct WaitedPass {
  std::vector<ir::ReductionId> reductions;
  double perStep = 0;   // how often
  double bytes = 0;     // that it reads of a cell, those again through L2 as what they cost
  double seconds = 0;   // to read them
  double untilHost = 0; // seconds from then on until the host has the numbers and launches again
  double untilNext = 0; // more of these for each device but the first
};

/// Every pass of a step and of what is looked at between steps, but for what the first step alone
/// asks for. What a repeat may do as often as it says counts as often.
std::vector<WaitedPass> waitedPasses(const analysis::Facts &facts, const machine::Target &target);

/// Their seconds per 1e9 cell updates. Reductions run at the rate of a copy
/// (bench/log/2026-11-22-reductions.md), and nothing else runs beside them. Devices that share the
/// domain have a part of the cells each.
double secondsWaited(const analysis::Facts &facts, const std::vector<WaitedPass> &passes,
                     int devices = 1);

} // namespace stencilc::plan
