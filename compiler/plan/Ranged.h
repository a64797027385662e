/// \file Functions for schedules that launch kernels of another schedule on a range of planes at a
/// time (kernel::restrictToRange): out of core, and on several devices.
#pragma once

#include "plan/Options.h"

namespace stencilc::plan {

/// Returns true if the domain is periodic along the last axis, and false if it is not. Returns
/// nullopt if some fields that are read beyond its ends are periodic and others are not.
std::optional<bool> endsMeet(const analysis::Facts &facts);

/// Returns true if the expression `root` depends on the position along `axis` by itself. It then
/// uses the coordinate, the extent, a profile (values along some axes only) along the axis, or
/// points.
bool dependsOnAxis(const ir::Program &program, ir::ExprId root, int axis);

/// Returns true if an update, or a boundary value beyond a face that an update reads, depends on
/// the coordinate along `axis`.
bool usesPlaceAlong(const analysis::Facts &facts, int axis);

/// Returns true if an update or reduction reads a profile (values along some axes only) along
/// `axis`, or leaves out cells at the ends of `axis`. A kernel on a range of planes would take the
/// ends of its memory for those of the domain.
bool readsEndsAlong(const analysis::Facts &facts, int axis);

/// Returns how many planes a time step reads along `axis`, on each side. If devices exchange planes
/// within a step, it is that of the widest kernel or in-step reduction (reduction within a time
/// step).
analysis::StepReach reachOf(const analysis::Facts &facts, int axis);

/// An in-step reduction (over the grid, within a time step). `kernels` of the step run before it,
/// and `reach` is the larger number of planes that it reads on one side.
struct GlobalReductionReach {
  int kernels, reach;
};
/// Returns the reach of each in-step reduction (over the grid, within a time step), indexed by its
/// number.
std::vector<GlobalReductionReach> globalReductionReaches(const analysis::Facts &facts);

/// Returns by how many planes reductions trail the time steps in an out-of-core traversal (one pass
/// of all planes through the device). It is also a bound on the planes that they read on each side.
/// Returns -1 if the program has no reductions.
int reductionReach(const analysis::Facts &facts);

/// Returns how many cells along `axis` the reductions of reports and rules (`until` conditions)
/// read, on the side where they read more. Returns -1 if there are no such reductions.
int reachOfChecks(const analysis::Facts &facts, int axis);

/// Parses option `inner` of `request`, which names the schedule whose kernels are launched on
/// ranges of planes. Returns nullopt if the option is not set or not valid. The text is the error,
/// and empty if there is none.
std::pair<std::optional<ScheduleRequest>, std::string> innerRequest(const ScheduleRequest &request);

/// Checks that a schedule can launch the kernels of the request `inner` on ranges of planes.
/// `request` is the request for this schedule; if its option `inner` is not valid, the check fails,
/// too.
Fit canBeRanged(const ir::Program &program, const Target &target, const ScheduleRequest &inner,
                const ScheduleRequest &request);

/// Turns `plan`, whose kernels run on ranges of planes, into a plan of the schedule that launches
/// them. Fills `ranged` with the properties of the kernels, and replaces all options of `plan` by
/// the option `inner`.
void takeKernels(const analysis::Facts &facts, Plan &plan, RangedPlan &ranged);

} // namespace stencilc::plan
