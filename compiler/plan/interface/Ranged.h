/// \file Functions for schedules that launch the kernels of another schedule on a range of planes:
/// out of core, and on several devices.
#pragma once

#include "plan/interface/Options.h"

namespace stencilc::plan {

/// Returns true if the domain is periodic along the last axis, and false if it is not. Returns
/// nullopt if some fields that updates read beyond the ends of this axis are periodic and others
/// are not.
std::optional<bool> endsMeet(const analysis::Facts &facts);

/// Returns true if the expression `root` contains a term that depends on the position along `axis`.
/// Such terms are the coordinate, the number of cells, a profile (values along some axes only) with
/// this axis, and points (sources and receivers). Reads of fields do not count.
bool dependsOnAxis(const ir::Program &program, ir::ExprId root, int axis);

/// Returns true if the expression of an update depends on the coordinate along `axis`, or if a
/// boundary value that an update reads beyond a face does.
bool usesPlaceAlong(const analysis::Facts &facts, int axis);

/// Returns true if kernels need the true ends of the domain along `axis`. They do if an update or
/// reduction reads a profile (values along some axes only) with this axis, or if a reduction leaves
/// out cells at its ends. On a range of planes such kernels give wrong results, because they take
/// the ends of the range for the ends of the domain.
bool readsEndsAlong(const analysis::Facts &facts, int axis);

/// Returns the number of planes that a time step reads along `axis` on each side of the planes that
/// it updates. If devices exchange planes within a step, it is the largest number for one kernel or
/// one in-step reduction (whose result later kernels of the step need).
analysis::StepReach reachOf(const analysis::Facts &facts, int axis);

/// Reach of an in-step reduction (whose result later kernels of the time step need). `kernels` is
/// the number of kernels of the step that run before it. `reach` is the number of planes that it
/// reads on the low or high side of each reduced plane, whichever is larger.
struct GlobalReductionReach {
  int kernels, reach;
};
/// Returns the reach of all in-step reductions (whose results later kernels of the time step need)
/// along the last axis. The list is indexed by the number of the reduction.
std::vector<GlobalReductionReach> globalReductionReaches(const analysis::Facts &facts);

/// Returns the number of planes by which reductions trail the time steps in an out-of-core
/// traversal (one pass of all planes through the device). A plane is reduced only when this number
/// of planes after it have been computed, because the reduction reads them. Returns -1 if the
/// program has no reductions.
int reductionReach(const analysis::Facts &facts);

/// Returns the largest offset in planes along `axis` at which reductions for reports and rules
/// (`until` conditions) read. Returns -1 if there are no such reductions.
int reachOfChecks(const analysis::Facts &facts, int axis);

/// Parses the option `inner` of `request`, which gives schedule and options of the kernels. Returns
/// the request for these kernels. If the option is not valid, returns nullopt and a text that
/// describes the error. If it is not set, returns nullopt and an empty text.
std::pair<std::optional<ScheduleRequest>, std::string> innerRequest(const ScheduleRequest &request);

/// Checks whether the kernels that `inner` requests can be launched on a range of planes. `request`
/// is the request for the schedule that launches them. Returns the reason if they cannot, or if the
/// option `inner` of `request` is set and not valid.
Fit canBeRanged(const ir::Program &program, const Target &target, const ScheduleRequest &inner,
                const ScheduleRequest &request);

/// Turns `plan`, which has been made by the schedule of the kernels, into a plan that launches
/// these kernels on a range of planes. Replaces the options of `plan` by the single option `inner`,
/// the text of the request for the kernels. Sets all members of `ranged`.
void takeKernels(const analysis::Facts &facts, Plan &plan, RangedPlan &ranged);

} // namespace stencilc::plan
