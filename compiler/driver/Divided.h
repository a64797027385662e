/// \file Plans of domains that several devices share.
#pragma once

#include "driver/Explanation.h"
#include <string>

namespace stencilc::driver {

/// What --devices makes of --schedule: the schedule of domains that are divided, around the kernels
/// of the one asked for, and planned for so many devices; 0: it is not known for how many.
std::string dividedRequest(const std::string &schedule, int devices = 0);
/// Whether --schedule asks for it.
bool asksForDivided(const std::string &schedule);

/// For how many devices --devices has a domain planned: with `all`, the GPUs that are there, and
/// where it is only explained as many as a table has. 0: nobody can say.
int devicesPlannedFor(const Options &options);
/// Whether the planner may choose every option of the schedule, for one device or several.
bool leavesScheduleOpen(const Options &options);

/// As many of `devices` as a grid with `extents` has planes for, under a plan of such a schedule.
std::string devicesFor(const std::string &devices, const analysis::Facts &facts,
                       const plan::Plan &plan, const Extents &extents);

/// The smallest grid that can be divided whatever its boundaries: a periodic one has the planes
/// that a step reads beyond its ends.
Extents leastDivided(const analysis::Facts &facts, Extents minimum);

/// The plans for 1, 2, ... devices up to those of --devices, as far as there are planes for them;
/// none if `plan` is not of such a schedule.
std::vector<DividedRow> dividedRows(const Options &options, const analysis::Facts &facts,
                                    const plan::Plan &plan);
/// What the model expects of them: a table, and where it takes other kernels than for one.
void explainDevices(const Explanation &explanation, llvm::raw_ostream &out);

} // namespace stencilc::driver
