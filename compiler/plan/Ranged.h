/// \file Functions for schedules that launch kernels of another schedule on a range of planes at a
/// time (kernel::restrictToRange): out of core, and on several devices.
#pragma once

#include "plan/Options.h"

namespace stencilc::plan {

/// Returns true if the domain is periodic along the last axis, and false if it is not. Returns
/// nullopt if some fields that are read beyond its ends are periodic and others are not.
std::optional<bool> endsMeet(const analysis::Facts &facts);

/// Returns true if the expression `root` depends on the coordinate along `axis` other than through
/// fields: it uses the coordinate, the extent, a profile along the axis, or points.
bool dependsOnAxis(const ir::Program &program, ir::ExprId root, int axis);

/// Returns true if an update, or a fixed value that it reads beyond a face, depends on the
/// coordinate along `axis`.
bool usesPlaceAlong(const analysis::Facts &facts, int axis);

/// Returns true if an update or a reduction reads a profile along `axis`, or leaves out cells at
/// its ends. Kernels find both from the ends of their grid, which may lie beyond those of the
/// domain.
bool readsEndsAlong(const analysis::Facts &facts, int axis);

/// Returns how far a time step reads along `axis`. If devices exchange planes within a step, it is
/// the reach of the widest kernel or in-step reduction (reduction within a step).
analysis::StepReach reachOf(const analysis::Facts &facts, int axis);

/// An in-step reduction (reduction within a time step): the number of kernels of the step before
/// it, and its reach along the last axis.
struct GlobalReductionReach {
  int kernels, reach;
};
/// Returns the reach of each in-step reduction (reduction within a time step), by in-step reduction
/// number.
std::vector<GlobalReductionReach> globalReductionReaches(const analysis::Facts &facts);

/// Returns by how many planes reductions trail a time step in an out-of-core traversal. They read
/// at most as many planes on each side. Returns -1 if the program has no reductions.
int reductionReach(const analysis::Facts &facts);

/// Returns how many cells along `axis` the reductions of reports and rules read on each side; -1 if
/// there are none.
int reachOfChecks(const analysis::Facts &facts, int axis);

/// Parses option `inner` of `request`: the schedule whose kernels are launched on ranges of planes.
/// Returns it, or nullopt with an error text. The text is empty if the option is not set.
std::pair<std::optional<ScheduleRequest>, std::string> innerRequest(const ScheduleRequest &request);

/// Checks that the kernels of the request `inner` can be launched on a range of planes. `request`
/// is the request for the schedule that launches them; its option `inner` must be valid, too.
Fit canBeRanged(const ir::Program &program, const Target &target, const ScheduleRequest &inner,
                const ScheduleRequest &request);

/// Turns `plan`, made for kernels on a range of planes, into a plan of the schedule that launches
/// them. Fills `ranged`, and replaces all options by one: `inner`.
void takeKernels(const analysis::Facts &facts, Plan &plan, RangedPlan &ranged);

} // namespace stencilc::plan
