/// \file Functions for schedules that launch the kernels of another schedule on a range of planes:
/// out of core, and on several devices.
#pragma once

#include "plan/interface/Options.h"

namespace stencilc::plan {

/// Returns true if the domain is periodic along the last axis, and false if it is not. Returns
/// nullopt if some fields that are read beyond its two faces are periodic and others are not.
std::optional<bool> endsMeet(const analysis::Facts &facts);

/// Returns true if the expression `root` itself depends on the position along `axis`. It then uses
/// the coordinate, the number of cells, a profile (values along some axes only) with this axis, or
/// points (sources and receivers).
bool dependsOnAxis(const ir::Program &program, ir::ExprId root, int axis);

/// Returns true if an update, or a boundary value beyond a face that an update reads, depends on
/// the coordinate along `axis`.
bool usesPlaceAlong(const analysis::Facts &facts, int axis);

/// Returns true if an update or reduction reads a profile (values along some axes only) with this
/// `axis`, or if a reduction leaves out cells at the ends of `axis`. A kernel on a range of planes
/// would be wrong, because it would take the ends of its memory for the ends of the domain.
bool readsEndsAlong(const analysis::Facts &facts, int axis);

/// Returns the number of planes along `axis` that a time step reads beyond the planes that it
/// updates, on each side. If devices exchange planes within a step, it is the largest number for
/// one kernel or one in-step reduction (over the grid, within a time step).
analysis::StepReach reachOf(const analysis::Facts &facts, int axis);

/// Reads of an in-step reduction (over the grid, within a time step). `kernels` is the number of
/// kernels of the step that run before it. `reach` is the number of planes that it reads beyond the
/// planes that it reduces, the maximum of both sides.
struct GlobalReductionReach {
  int kernels, reach;
};
/// Returns how far each in-step reduction (over the grid, within a time step) reads beyond the
/// planes that it reduces. The result is indexed by the number of the reduction.
std::vector<GlobalReductionReach> globalReductionReaches(const analysis::Facts &facts);

/// Returns the number of planes by which reductions trail the time steps in an out-of-core
/// traversal (one pass of all planes through the device). A plane is reduced only when so many
/// planes after it are complete, because the reduction reads them. Returns -1 if the program has no
/// reductions.
int reductionReach(const analysis::Facts &facts);

/// Returns the largest offset along `axis`, in cells, at which the reductions of reports and rules
/// (`until` conditions) read. Returns -1 if there are no such reductions.
int reachOfChecks(const analysis::Facts &facts, int axis);

/// Parses the option `inner` of `request`. It names the schedule whose kernels are launched on
/// ranges of planes. Returns nullopt if the option is not set or not valid; the text is then the
/// error, or empty if the option is not set.
std::pair<std::optional<ScheduleRequest>, std::string> innerRequest(const ScheduleRequest &request);

/// Checks that kernels can be launched on ranges of planes. `inner` is the request for the kernels,
/// and `request` asks for the schedule that launches them. The check also fails if the option
/// `inner` of `request` is set and not valid.
Fit canBeRanged(const ir::Program &program, const Target &target, const ScheduleRequest &inner,
                const ScheduleRequest &request);

/// Changes `plan`, a plan of the kernels, into a plan of the schedule that launches them on ranges
/// of planes. Stores the properties of the kernels in `ranged`. The only option of the new plan is
/// `inner`, which names the kernels.
void takeKernels(const analysis::Facts &facts, Plan &plan, RangedPlan &ranged);

} // namespace stencilc::plan
