/// \file Plans for domains that are divided among several devices or processes.
#pragma once

#include "driver/explain/Explanation.h"
#include <string>

namespace stencilc::driver {

/// Returns the text to give as --schedule so that a domain is divided among `devices` devices, each
/// with the kernels of `schedule`. If `devices` is 0, the text does not give the number.
std::string dividedRequest(const std::string &schedule, int devices = 0);
/// Returns true if `schedule`, the value of --schedule, divides the domain among devices.
bool asksForDivided(const std::string &schedule);

/// Returns the number of devices, over all processes, for which a domain is planned.
/// `--devices=all` means all GPUs of this machine, but 8 devices for `explain`. Returns 0 if
/// neither --devices nor several processes are asked for.
int devicesPlannedFor(const Options &options);
/// Completes the options of a plan after all options are known. Sets `isScheduleFree`. If several
/// devices or processes share the domain, makes the schedule one that divides it.
void completePlanOptions(Options &options);
/// Returns true if the planner may choose the schedule and its options, because the user gave none.
/// A --schedule that only gives the number of devices counts as none.
bool leavesScheduleOpen(const Options &options);

/// The division of a domain: the number of processes, and the list of devices of each process.
struct Shares {
  int processes = 1;
  DeviceChoice devices; // empty: one
};

/// Reduces `processes`, and the number of `devices` of each process, until a grid of `extents`
/// cells has enough planes for all devices. Returns the reduced numbers. If `plan` is out of core,
/// the domain is divided among processes only.
Shares sharesFor(int processes, const DeviceChoice &devices, const analysis::Facts &facts,
                 const plan::Plan &plan, const Extents &extents);

/// Returns the smallest grid, at least `minimum`, that can be divided among devices with any
/// boundary conditions. Its last axis has at least as many planes as the largest distance along
/// this axis at which a time step, report or stopping rule reads. Otherwise a periodic boundary
/// could not be exchanged.
Extents leastDivided(const analysis::Facts &facts, Extents minimum);

/// Returns the predicted costs of dividing a domain among 1, 2, ... devices, up to the number in
/// --devices or as far as there are enough planes. The result is empty if `plan` does not divide
/// the domain.
std::vector<DividedRow> dividedRows(const Options &options, const analysis::Facts &facts,
                                    const plan::Plan &plan);
/// Prints a table of the predicted rates of a divided domain, with a row for each number of
/// devices. Then prints the kernels for each number of devices, unless they are the same for all.
/// Prints nothing if the domain is not divided.
void explainDevices(const Explanation &explanation, llvm::raw_ostream &out);

} // namespace stencilc::driver
