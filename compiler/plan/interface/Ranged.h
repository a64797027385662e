/// \file Functions for schedules that launch the kernels of another schedule on a range of planes:
/// out of core, and on several devices.
#pragma once

#include "plan/interface/Options.h"

namespace stencilc::plan {

/// Returns true if the domain is periodic along the last axis, and false if it is not. Returns
/// nullopt if, of the fields that are read beyond the ends of this axis, some are periodic and
/// others are not. Frozen cells (cells that keep their values) at an end count as not periodic.
std::optional<bool> endsMeet(const analysis::Facts &facts);

/// Returns true if the expression `root` depends on the position along `axis`. It does if it
/// contains the coordinate along `axis` or the number of cells along it. Profiles (arrays of values
/// along some axes) with this axis, and weights of points (sources or receivers), also count. Reads
/// of fields do not.
bool dependsOnAxis(const ir::Program &program, ir::ExprId root, int axis);

/// Returns true if an update depends on the position along `axis`. It does if its expression
/// contains the coordinate along `axis` or the number of cells along it. Profiles (arrays of values
/// along some axes) with this axis, and weights of points (sources or receivers), also count. So
/// does a fixed boundary value that the update reads and that depends on the position along `axis`.
bool usesPlaceAlong(const analysis::Facts &facts, int axis);

/// Returns true if kernels need the first and the last plane of the whole domain along `axis`. They
/// do if an update or reduction reads a profile (array of values along some axes) with this axis,
/// or if a reduction leaves out cells at its ends. If such kernels run on a range of planes, they
/// mistake the ends of the range for the ends of the domain.
bool readsEndsAlong(const analysis::Facts &facts, int axis);

/// Returns the number of planes that a time step reads along `axis` on each side of the planes that
/// it updates. If devices exchange planes within a time step, it is the maximum over its kernels
/// and in-step reductions (whose results later kernels of the step need).
analysis::StepReach reachOf(const analysis::Facts &facts, int axis);

/// Planes that an in-step reduction (whose result later kernels of the time step need) reads.
/// `kernels` is the number of kernels of the step that run before it. `reach` is the number of
/// planes that it reads on the low or high side of each reduced plane, whichever is larger.
struct GlobalReductionReach {
  int kernels, reach;
};
/// Returns the planes along the last axis that each in-step reduction (whose result later kernels
/// of the time step need) reads. The index of an element is the number of the reduction.
std::vector<GlobalReductionReach> globalReductionReaches(const analysis::Facts &facts);

/// Returns how many planes behind the time steps reductions run in an out-of-core traversal (one
/// pass of all planes through the device). A plane can be reduced only when this number of planes
/// after it have been computed, because the reduction reads them. Returns -1 if the program has no
/// reductions.
int reductionReach(const analysis::Facts &facts);

/// Returns the largest offset, in planes along `axis`, at which reductions for reports and rules
/// (`until` conditions) read. Returns -1 if the program has no such reductions.
int reachOfChecks(const analysis::Facts &facts, int axis);

/// Parses the option `inner` in `request`, which has schedule and options of the kernels, such as
/// "wavefront:steps=4+rows=2". Returns the request for these kernels, and an empty text. If the
/// option is not valid, returns nullopt and a text that describes the error. If it is not set,
/// returns nullopt and an empty text.
std::pair<std::optional<ScheduleRequest>, std::string> innerRequest(const ScheduleRequest &request);

/// Checks whether the kernels that `inner` requests can be launched on a range of planes. `request`
/// is the request for the schedule that launches them (stream or slabs). Returns the reason if they
/// cannot. Also returns a reason if the option `inner` in `request` is set and not valid.
Fit canBeRanged(const ir::Program &program, const Target &target, const ScheduleRequest &inner,
                const ScheduleRequest &request);

/// Turns `plan`, a plan of the schedule of the kernels, into a plan that launches these kernels on
/// a range of planes. Replaces its options by the option `inner`, which has the schedule and the
/// options of the kernels as text. Sets all members of `ranged`.
void takeKernels(const analysis::Facts &facts, Plan &plan, RangedPlan &ranged);

} // namespace stencilc::plan
