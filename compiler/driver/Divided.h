/// \file Plans of domains that several devices share.
#pragma once

#include "driver/Explanation.h"
#include <string>

namespace stencilc::driver {

/// What --devices makes of --schedule: the schedule of domains that are divided, around the kernels
/// of the one asked for.
std::string dividedRequest(const std::string &schedule);

/// Who shares a domain: how many processes, and the devices of each.
struct Shares {
  int processes = 1;
  std::string devices; // as --devices takes them; empty: one
};

/// As many of `devices` in each of as many of `processes` as a grid with `extents` has planes for,
/// under a plan of such a schedule.
Shares sharesFor(int processes, const std::string &devices, const analysis::Facts &facts,
                 const plan::Plan &plan, const Extents &extents);

/// The smallest grid that can be divided whatever its boundaries: a periodic one has the planes
/// that a step reads beyond its ends.
Extents leastDivided(const analysis::Facts &facts, Extents minimum);

/// What the model expects of 1, 2, ... up to `most` devices: a table, if the plan is of such a
/// schedule.
void explainDevices(const Explanation &explanation, const std::string &devices,
                    llvm::raw_ostream &out);

} // namespace stencilc::driver
