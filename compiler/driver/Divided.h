/// \file Plans for domains that are divided among several devices or processes.
#pragma once

#include "driver/Explanation.h"
#include <string>

namespace stencilc::driver {

/// Returns the schedule request for a domain that is divided among `devices` devices. The kernels
/// of each device use `schedule`, the value of --schedule. With 0 devices the number is not part of
/// the request.
std::string dividedRequest(const std::string &schedule, int devices = 0);
/// Returns whether `schedule`, the value of --schedule, is that of a divided domain.
bool asksForDivided(const std::string &schedule);

/// Returns the number of devices, over all processes, for which a domain is planned.
/// `--devices=all` counts the GPUs of this machine, and 8 for `explain`. Returns 0 if neither
/// --devices nor several processes are asked for.
int devicesPlannedFor(const Options &options);
/// Returns whether the planner may choose all options of the schedule, for one device or for
/// several.
bool leavesScheduleOpen(const Options &options);

/// The division of a domain: the number of processes, and the devices of each.
struct Shares {
  int processes = 1;
  std::string devices; // in the syntax of --devices; empty: one
};

/// Returns the largest division of at most `processes` processes with `devices` each for which a
/// grid of `extents` cells has enough planes. `plan` is a plan for a divided domain, or an
/// out-of-core plan, which divides it among processes only.
Shares sharesFor(int processes, const std::string &devices, const analysis::Facts &facts,
                 const plan::Plan &plan, const Extents &extents);

/// Returns the smallest extents, at least `minimum`, of a grid that can be divided. With a periodic
/// boundary its last axis needs as many planes as one time step, report or stop rule reads beyond
/// an end. These are used for every boundary.
Extents leastDivided(const analysis::Facts &facts, Extents minimum);

/// Returns one plan each for 1, 2, ... devices, up to the number in --devices or until there are
/// too few planes. Empty if `plan` is not for a divided domain.
std::vector<DividedRow> dividedRows(const Options &options, const analysis::Facts &facts,
                                    const plan::Plan &plan);
/// Prints a table of the predicted rates for each number of devices, and the kernels if they differ
/// between these numbers.
void explainDevices(const Explanation &explanation, llvm::raw_ostream &out);

} // namespace stencilc::driver
