/// \file Plans for domains that are divided among several devices or processes.
#pragma once

#include "driver/explain/Explanation.h"
#include <string>

namespace stencilc::driver {

/// Returns the schedule request for a domain that is divided among `devices` devices. The kernels
/// of each device use `schedule`, the value of --schedule. With 0 devices the number is not part of
/// the request.
std::string dividedRequest(const std::string &schedule, int devices = 0);
/// Returns whether `schedule`, the value of --schedule, is that of a divided domain.
bool asksForDivided(const std::string &schedule);

/// Returns the number of devices, over all processes, for which a domain is planned.
/// `--devices=all` means all GPUs of this machine, but 8 devices for `explain`. Returns 0 if
/// neither --devices nor several processes are asked for.
int devicesPlannedFor(const Options &options);
/// Returns whether no schedule was asked for, so that the planner chooses it and its options. A
/// request that only gives the number of devices counts as none.
bool leavesScheduleOpen(const Options &options);

/// The division of a domain: the number of processes, and the devices of each.
struct Shares {
  int processes = 1;
  std::string devices; // in the syntax of --devices; empty: one
};

/// Reduces `processes`, and the number of `devices` of each, until a grid of `extents` cells has
/// enough planes for all of them. Returns the reduced numbers. The plan is for a divided domain, or
/// out of core; the latter divides the domain among processes only.
Shares sharesFor(int processes, const std::string &devices, const analysis::Facts &facts,
                 const plan::Plan &plan, const Extents &extents);

/// Returns the smallest grid, at least `minimum`, that can be divided among devices with any
/// boundary conditions. Its last axis has as many planes as one time step, report or stop rule
/// reads beyond an end. A periodic boundary needs these.
Extents leastDivided(const analysis::Facts &facts, Extents minimum);

/// Returns the plans that divide a domain among 1, 2, ... devices, up to the number in --devices or
/// until there are too few planes. Empty if `plan` is not for a divided domain.
std::vector<DividedRow> dividedRows(const Options &options, const analysis::Facts &facts,
                                    const plan::Plan &plan);
/// Prints a table of the predicted rates of a divided domain for each number of devices, and the
/// kernels if they differ between these numbers.
void explainDevices(const Explanation &explanation, llvm::raw_ostream &out);

} // namespace stencilc::driver
